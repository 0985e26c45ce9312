// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::images {

// Where an image comes from: a registry, or files.
enum class Transport {
  kRegistry,
  kDockerArchive,  // what `docker save` writes
  kOciArchive,     // a tar file of an image layout
  kOciDirectory,   // an image layout
  kDirectory,      // a manifest with its blobs beside it, as skopeo's "dir:"
};

// The name of an image, complete: "busybox" is read as docker.io/library/busybox:latest.
struct Reference {
  Transport transport = Transport::kRegistry;
  std::string registry;        // "docker.io", "host:5000"
  std::string path;            // "library/busybox"
  std::string tag;             // empty when there is a digest, which says more
  std::string digest;          // "sha256:…" or empty
  std::filesystem::path file;  // of the other transports
  std::string selector;        // which image of the file; empty: the only one

  std::string repository() const { return registry + "/" + path; }

  // The one way to write it; what the store remembers it by.
  std::string text() const;

  friend bool operator==(const Reference&, const Reference&) = default;
};

// Normalised as Docker and Kubernetes do. Invalid in their words: `couldn't parse image name "A":
// invalid reference format: repository name (library/A) must be lowercase`.
Result<Reference> parse_reference(const std::string& text);

// A whole digest that can be checked here: sha256 or sha512 with all its digits.
bool is_digest(std::string_view text);

}  // namespace sluice::images
