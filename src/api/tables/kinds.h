// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "api/kind.h"

// Constants written by tools/apigen from the facts of a Kubernetes release.
namespace sluice::api::tables {

// What discovery says about a subresource beyond its parent.
struct Subresource {
  std::string_view group;       // of the parent
  std::string_view version;     // of the parent
  std::string_view resource;    // plural name of the parent
  std::string_view name;        // "status"
  std::string_view kind;        // of what is sent or returned
  std::string_view kind_group;  // when not the parent's
  std::string_view kind_version;
  std::span<const std::string_view> verbs;
  const Schema* schema;  // of what is sent or returned; null for streams
};

// NOLINTBEGIN(readability-identifier-naming)
extern const std::span<const Kind> kKinds;  // in discovery order
extern const std::span<const Subresource> kSubresources;
// NOLINTEND(readability-identifier-naming)

}  // namespace sluice::api::tables
