// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "images/layers/source.h"

namespace sluice::images {

// The files of a directory or of a tar archive, by name. Thread-safe.
class FileSet {
 public:
  virtual ~FileSet() = default;
  virtual bool has(const std::string& name) const = 0;
  // NotFound names it. The set outlives the source.
  virtual Result<std::unique_ptr<ByteSource>> open(const std::string& name) const = 0;
};

// Names must come from a place that cannot say "..": constants and digests.
std::unique_ptr<FileSet> files_of_directory(const std::filesystem::path& path);

// The archive is read once from front to back to find its files. A compressed one is unpacked into
// a nameless file in `scratch`.
Result<std::unique_ptr<FileSet>> files_of_archive(const std::filesystem::path& path,
                                                  const std::filesystem::path& scratch);

// A file of the set that is expected to be short.
Result<std::string> read_text(const FileSet& files, const std::string& name);

}  // namespace sluice::images
