// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice::images {

// What an image says about the containers made of it: the part of its configuration that a kubelet
// needs. Empty means that the image says nothing.
struct ImageConfig {
  std::vector<std::string> entrypoint;
  std::vector<std::string> command;
  std::vector<std::string> environment;  // "NAME=value"
  std::string user;                      // "name", "uid", "name:group", "uid:gid"; see user.h
  std::string working_directory;
  std::string stop_signal;                 // "SIGTERM", "15"
  std::vector<std::string> volumes;        // paths
  std::vector<std::string> exposed_ports;  // "80/tcp"
  std::string architecture;                // "amd64"

  friend bool operator==(const ImageConfig&, const ImageConfig&) = default;
};

// An image in the store. Its root is complete, never changes, and is used read-only: the lower
// directory of an overlay, on any node that sees the store.
struct Image {
  std::string id;      // of its configuration: "sha256:…"
  std::string digest;  // of its manifest, as status.imageID shows it:
                       // "docker.io/library/a@sha256:…"; empty when it was imported
  std::filesystem::path root;
  ImageConfig config;
  std::int64_t size = 0;  // bytes of its files
};

}  // namespace sluice::images
