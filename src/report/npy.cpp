#include "report/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

namespace eqlens {

namespace {

static_assert(std::endian::native == std::endian::little, ".npy values are copied as they are stored: little-endian");

constexpr std::string_view magic = "\x93NUMPY";

Diagnostic unreadable(std::string why) { return {Severity::error, "value-shape", "this .npy file " + std::move(why), {}, "", {}, {}}; }

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) number = (number << 8U) | static_cast<unsigned char>(bytes[i]);
  return number;
}

/// What follows `'key':` in the header's dictionary.
std::string_view entry(std::string_view header, std::string_view key) {
  const auto at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  auto rest = header.substr(at + key.size() + 3);
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return rest;
}

std::optional<std::vector<std::size_t>> read_extents(std::string_view text) {
  if (text.empty() || text.front() != '(') return std::nullopt;
  text = text.substr(1, text.find(')') - 1);
  std::vector<std::size_t> extents;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
    if (text.empty()) return extents;
    std::size_t extent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc{}) return std::nullopt;
    extents.push_back(extent);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
}

template <typename Stored>
double stored(std::string_view bytes) {
  Stored value{};
  std::memcpy(&value, bytes.data(), sizeof(Stored));
  return static_cast<double>(value);
}

using Reader = double (*)(std::string_view);

Reader reader_of(std::string_view type) {
  if (type == "<f8") return stored<double>;
  if (type == "<f4") return stored<float>;
  if (type == "<i8") return stored<std::int64_t>;
  if (type == "<i4") return stored<std::int32_t>;
  if (type == "<i2") return stored<std::int16_t>;
  if (type == "|i1") return stored<std::int8_t>;
  if (type == "<u8") return stored<std::uint64_t>;
  if (type == "<u4") return stored<std::uint32_t>;
  if (type == "<u2") return stored<std::uint16_t>;
  if (type == "|u1" || type == "|b1") return stored<std::uint8_t>;
  return nullptr;
}

std::optional<std::size_t> count_of(const std::vector<std::size_t>& extents) {
  std::size_t count = 1;
  for (const auto extent : extents) {
    if (extent != 0 && count > std::numeric_limits<std::size_t>::max() / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

/// The place in Fortran order of the element that stands at `index` in C order.
std::size_t fortran_place(std::size_t index, const std::vector<std::size_t>& extents) {
  std::vector<std::size_t> places(extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    places[axis] = index % extents[axis];
    index /= extents[axis];
  }
  std::size_t place = 0;
  for (std::size_t axis = extents.size(); axis-- > 0;) place = place * extents[axis] + places[axis];
  return place;
}

}  // namespace

Result<Array> read_npy(std::string_view bytes) {
  if (bytes.size() < 10 || bytes.substr(0, magic.size()) != magic) return unreadable("does not begin like one");
  const std::size_t length_bytes = bytes[6] == 1 ? 2 : 4;
  if (bytes.size() < 8 + length_bytes) return unreadable("is cut short");
  const auto header_size = little_endian(bytes.substr(8, length_bytes));
  if (header_size > bytes.size() - 8 - length_bytes) return unreadable("is cut short");
  const auto header = bytes.substr(8 + length_bytes, header_size);
  const auto data = bytes.substr(8 + length_bytes + header_size);

  auto type = entry(header, "descr");
  if (type.size() < 2 || type.front() != '\'') return unreadable("holds records, not numbers");
  type = type.substr(1, type.find('\'', 1) - 1);
  const auto reader = reader_of(type);
  if (reader == nullptr)
    return unreadable(fmt::format("holds values of the type '{}', which is not read; floats, integers and booleans are", type));
  const auto extents = read_extents(entry(header, "shape"));
  if (!extents) return unreadable("has no shape that can be read");
  const bool fortran = entry(header, "fortran_order").substr(0, 4) == "True";

  const auto width = static_cast<std::size_t>(type[2] - '0');
  const auto count = count_of(*extents);
  if (!count || *count > data.size() / width)
    return unreadable(fmt::format("promises {} but holds only {} bytes", fmt::join(*extents, " × "), data.size()));
  Array array{*extents, std::vector<double>(*count)};
  for (std::size_t i = 0; i < *count; ++i) array.data[i] = reader(data.substr((fortran ? fortran_place(i, *extents) : i) * width, width));
  return array;
}

std::string write_npy(const Array& array) {
  constexpr std::size_t alignment = 64;
  std::string shape;
  for (const auto extent : array.extents) shape += fmt::format("{},{}", extent, array.rank() == 1 ? "" : " ");
  auto header = fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", shape);
  while ((magic.size() + 4 + header.size() + 1) % alignment != 0) header += ' ';
  header += '\n';
  std::string bytes(magic);
  bytes += {'\x01', '\x00', static_cast<char>(header.size() & 0xFFU), static_cast<char>(header.size() >> 8U)};
  bytes += header;
  const auto begin = bytes.size();
  bytes.resize(begin + array.data.size() * sizeof(double));
  if (!array.data.empty()) std::memcpy(bytes.data() + begin, array.data.data(), array.data.size() * sizeof(double));
  return bytes;
}

}  // namespace eqlens
