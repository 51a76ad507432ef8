#pragma once

#include <cstddef>

namespace eqlens {

/// A piece of work and what it works on.
using Piece = void (*)(void* context, std::size_t piece);

/// Calls `piece(context, i)` for every i below `pieces`, on up to `threads` threads (0: one for each core), the calling one among
/// them. Threads stay and wait for more; whichever is free takes the next piece. A call from inside a piece, or while another
/// thread uses the pool, runs alone.
void run_pieces(std::size_t pieces, Piece piece, void* context, unsigned threads = 0);

/// The same for a function object.
template <typename F>
void each_piece(std::size_t pieces, unsigned threads, F&& f) {
  run_pieces(
      pieces, [](void* context, std::size_t piece) { (*static_cast<F*>(context))(piece); }, &f, threads);
}

/// Memory of the calling thread, aligned to 64 bytes, that stays until its next call on this thread.
[[nodiscard]] void* scratch(std::size_t bytes);

}  // namespace eqlens
