// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "client/client.h"

namespace sluice::controllers::volumes {

// The provisioner behind the class "sluice": a volume is a directory, made for its claim and
// removed with it. They stand under one root, or where a class's parameter "directory" says; on a
// file system that all nodes share, any number of pods on any number of nodes may use them.
class Directories {
 public:
  static constexpr const char* kProvisioner = "sluice.dev/directory";

  explicit Directories(std::filesystem::path root) : root_(std::move(root)) {}

  // The volume for a claim of a class, with its directory in place. Doing it again gives the same.
  // Invalid when a directory cannot be what is asked for.
  Result<client::Object> provision(const client::Object& claim,
                                   const client::Object& storage_class) const;

  // Removes the directory of a volume it provisioned, with all that is in it. Refuses one whose
  // path is not what it would have chosen: nobody's own files go because of a forged volume.
  static Result<void> remove(const client::Object& volume);

 private:
  std::filesystem::path root_;
};

}  // namespace sluice::controllers::volumes
