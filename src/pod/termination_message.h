// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::pod {

// What a container leaves behind to say why it ended.

// Creates the file a container writes its message to, empty and writable for every user in it.
Result<void> make_message_file(const std::filesystem::path& path);

// The end of that file, at most 4096 bytes of text; empty when there is none. With `since`: also
// when it was last written before that time, and so by somebody else.
std::string read_message(const std::filesystem::path& path, WallTime since = {});

// The last output of a container, for one that leaves no message: at most 80 lines and 2048 bytes.
class OutputTail {
 public:
  void add(std::string_view bytes);
  std::string text() const;
  void clear() { bytes_.clear(); }

 private:
  std::string bytes_;
};

}  // namespace sluice::pod
