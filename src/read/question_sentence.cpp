// What does it say in one plain sentence?
#include "read/answer.hpp"

namespace eqlens {

std::string in_one_sentence(const Understanding& understanding) { return plain_words(understanding); }

}  // namespace eqlens
