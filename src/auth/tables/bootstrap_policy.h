// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace sluice::auth::tables {

// The roles and bindings every cluster starts with, as facts of the release. An empty namespace:
// cluster-wide.

struct Role {
  std::string_view ns;
  std::string_view name;
  std::string_view labels;     // names joined by commas, each with the value "true"
  std::string_view aggregate;  // name of the label that marks the roles it gathers
  std::string_view rules;      // a line each: verbs;groups;resources;names;urls ("-": none)
};

struct Binding {
  std::string_view ns;
  std::string_view name;
  std::string_view role_kind;
  std::string_view role_name;
  std::string_view subjects;  // a line each: "Group system:masters", "ServiceAccount ns/name"
};

std::span<const Role> bootstrap_roles();
std::span<const Binding> bootstrap_bindings();

}  // namespace sluice::auth::tables
