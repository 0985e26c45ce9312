// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/result.h"
#include "images/layers/root_directory.h"
#include "images/layers/tar_reader.h"

namespace sluice::images {

// Lays the layers of an image over each other in one directory. Nothing is written outside of it,
// whatever a layer says: paths with ".." are refused, links are followed inside only. Deletions
// (".wh." names) take effect; device nodes are left out. Root keeps owners, everybody else owns
// what is unpacked. One thread; after an error the directory is rubbish.
class Unpacker {
 public:
  static Result<Unpacker> open(const std::filesystem::path& root);

  // The next layer, uncompressed; the lowest comes first. Reads until the end of the archive.
  Result<void> apply(ByteSource& layer);

  // After the last layer: gives write-protected directories the modes that were kept back.
  Result<void> finish();

 private:
  explicit Unpacker(RootDirectory root) : root_(std::move(root)) {}

  Result<void> apply_entry(TarReader& reader, const TarEntry& entry);
  Result<void> white_out(const std::string& parent, const std::string& name);
  Result<void> make(TarReader& reader, const TarEntry& entry, const std::string& name);
  Result<void> make_file(TarReader& reader, const TarEntry& entry, const std::string& name);
  Result<void> make_directory(const TarEntry& entry, const std::string& name);
  Result<void> make_link(const TarEntry& entry, const std::string& name);
  Result<void> clear_way(const TarEntry& entry, const std::string& name);
  Result<void> enter(const std::string& parent);
  std::string path_of(const std::string& name) const;

  RootDirectory root_;
  // Where the last entry was put: most entries follow one of the same directory.
  std::string parent_;
  std::optional<RootDirectory::Place> place_;
  std::unordered_set<std::size_t> unpacked_;  // hashes of the paths of this layer
  std::map<std::string, mode_t> kept_back_;   // modes of directories that their owner may not use
};

}  // namespace sluice::images
