// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::images {

// A blob by its content.
struct Descriptor {
  std::string media_type;
  std::string digest;     // "sha256:…"; empty: not known, as in Docker's archives
  std::int64_t size = 0;  // 0: not known

  friend bool operator==(const Descriptor&, const Descriptor&) = default;
};

struct Platform {
  std::string os;            // "linux"
  std::string architecture;  // "amd64", in the words of Go
  std::string variant = {};  // "v7"

  std::string text() const;
  friend bool operator==(const Platform&, const Platform&) = default;
};

// That of this machine.
Platform this_platform();

// Whether what was built for `built` runs on `machine`; an empty field says nothing.
bool runs_on(const Platform& built, const Platform& machine);

// What a registry or a layout answers to a name: one image, or a choice of them.
struct Manifest {
  Descriptor config;
  std::vector<Descriptor> layers;

  struct Choice {
    Descriptor descriptor;
    Platform platform;
    std::string name;  // in layouts: "org.opencontainers.image.ref.name", or of containerd
  };
  std::vector<Choice> choices;  // when not empty, the rest is

  bool is_choice() const { return !choices.empty(); }
};

// Docker's schema 2 and OCI's forms, known by what they hold. Invalid for anything else,
// Unsupported for schema 1; the error says what is missing.
Result<Manifest> parse_manifest(std::string_view text);

// The one for `machine`; Invalid names those that exist.
Result<Descriptor> choose(const Manifest& manifest, const Platform& machine);

}  // namespace sluice::images
