// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "images/layers/source.h"

namespace sluice::images {

struct TarEntry {
  enum class Type { kFile, kHardLink, kSymlink, kDirectory, kFifo, kDevice };
  Type type = Type::kFile;
  std::string path;    // as written: may be anything but empty
  std::string target;  // of links
  mode_t mode = 0;     // permission bits with set-user-id, set-group-id and sticky
  uid_t uid = 0;
  gid_t gid = 0;
  std::int64_t size = 0;      // of a file's content
  std::int64_t modified = 0;  // seconds since 1970
  std::uint32_t modified_nanos = 0;
};

// Reads a tar file of anybody's: old, ustar, pax and GNU's long names; sparse files are refused.
// Nothing it says is trusted: damaged or endless headers are Invalid. `source` outlives it. One
// thread.
class TarReader {
 public:
  explicit TarReader(ByteSource& source) : source_(source) {}

  // The next entry; false at the end of the archive. What was not read of the last one is skipped.
  Result<bool> next(TarEntry& entry);

  // The content of the current file; 0 at its end.
  Result<std::size_t> read(std::span<char> into);

  // Where in the source the content of the current entry begins.
  std::int64_t offset() const { return offset_; }

 private:
  struct Overrides;  // what headers before the entry's own say about it

  Result<bool> read_block(std::span<char> block);
  Result<void> skip_content();
  Result<std::string> read_extension(std::int64_t size);
  Result<bool> collect(std::string_view block, Overrides& overrides);
  Result<void> fill_entry(std::string_view block, const Overrides& overrides, TarEntry& entry);

  ByteSource& source_;
  std::int64_t offset_ = 0;
  std::int64_t left_ = 0;     // of the current content
  std::int64_t padding_ = 0;  // behind it
};

}  // namespace sluice::images
