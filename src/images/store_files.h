// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "images/image.h"

namespace sluice::images {

// How the store lies on disk; names of its files stand only here. Every change is one rename, so
// that readers on any node see it whole or not at all. Thread-safe: it has no state of its own.
//
//   sha256-<digits>/root/         an image's files
//   sha256-<digits>/config.json   its configuration, byte for byte
//   sha256-<digits>/image.json    its size
//   sha256-<digits>/used          empty; its time says when it was last used
//   references/<digits>.json      what a name stands for
//   locks/sha256-<digits>         locked by who unpacks or removes the image
//   tmp/sha256-<digits>.<random>/ what is not finished, or not yet removed, by who holds the lock
class StoreFiles {
 public:
  explicit StoreFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

  // Makes the directories, for nobody but us: images hold programs that run as their owner.
  Result<void> prepare() const;

  // Without a manifest digest. Nothing when it is not there or not whole.
  Result<std::optional<Image>> image(const std::string& id) const;
  Result<std::vector<std::string>> ids() const;
  bool has(const std::string& id) const;

  struct Record {
    std::string reference;
    std::string id;
    std::string digest;  // "docker.io/library/a@sha256:…"

    friend bool operator==(const Record&, const Record&) = default;
  };
  Result<std::optional<Record>> record(const std::string& reference) const;
  Result<std::vector<Record>> records() const;
  Result<void> write_record(const Record& record) const;
  Result<void> remove_record(const std::string& reference) const;

  Result<void> touch(const std::string& id, WallTime now) const;
  WallTime last_used(const std::string& id) const;  // the epoch when unknown

  std::filesystem::path scratch() const { return directory_ / "tmp"; }
  std::filesystem::path lock_file(const std::string& id) const;

  // A fresh directory with an empty root, to be published or removed.
  Result<std::filesystem::path> begin(const std::string& id) const;
  struct Facts {
    std::string id;
    std::string config_text;
    std::int64_t size = 0;
  };
  // What stands in `unfinished` becomes the image. When another process was faster, its image
  // stays.
  Result<void> publish(const std::filesystem::path& unfinished, const Facts& facts,
                       WallTime now) const;
  Result<void> withdraw(const std::string& id) const;

  // Removes unfinished things: those whose maker is dead, as the locks tell; not while this very
  // process makes any, since the locks of some file systems do not tell its threads apart.
  Result<void> sweep_dead() const;
  // Those that were not touched since `before`, for file systems without locks.
  Result<void> sweep_old(WallTime before) const;

 private:
  std::filesystem::path path_of(const std::string& id) const;
  std::filesystem::path record_file(const std::string& reference) const;

  std::filesystem::path directory_;
};

}  // namespace sluice::images
