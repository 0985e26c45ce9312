// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/stream.h"

namespace sluice {

// Bytes on their way from one writer to one reader, in memory and bounded. Nothing here blocks:
// "full" and "empty" are answers, and a wake-up tells when to try again. Thread-safe; wake-ups are
// called on the thread of the other side, without locks held, and may come once too often. Shared
// by its two sides, since either may go first.
class BytePipe {
 public:
  static constexpr std::size_t kCapacity = 64 * 1024;
  explicit BytePipe(std::size_t capacity = kCapacity) : capacity_(capacity) {}
  BytePipe(const BytePipe&) = delete;
  BytePipe& operator=(const BytePipe&) = delete;

  // Takes what fits and says how much that was. After the reader has gone everything is taken and
  // thrown away.
  std::size_t write(std::string_view bytes);
  void end();              // the writer is done; idempotent
  bool abandoned() const;  // the reader has gone
  std::size_t room() const;
  void set_writable(std::function<void()> wake);  // there is room again, or the reader has gone

  // Appends up to `most` bytes to `into`.
  Stream::State read(std::string& into, std::size_t most = kCapacity);
  void abandon();                                 // the reader goes; idempotent
  void set_readable(std::function<void()> wake);  // there are bytes, or the writer is done

 private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::string bytes_;
  std::size_t taken_ = 0;  // of bytes_, already read
  bool ended_ = false;
  bool abandoned_ = false;
  std::function<void()> readable_;
  std::function<void()> writable_;
};

}  // namespace sluice
