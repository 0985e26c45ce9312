// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "client/client.h"

namespace sluice::controllers::endpoints {

// Endpoints that are served under the same ports in the same address family. They share slices.
struct SliceGroup {
  std::string address_type;
  json::Array ports;
  std::vector<json::Value> endpoints;
};

// Whose slices they are: what every one of them carries.
struct SliceOwner {
  const client::Object& owner;  // controls them
  std::string service;          // whose endpoints they hold
  std::string manager;          // the controller that writes them
  json::Value labels;           // besides those two
};

struct SlicePlan {
  std::vector<client::Object> create;
  std::vector<client::Object> update;  // with the resourceVersion they were seen with
  std::vector<client::ObjectPtr> remove;
};

inline constexpr std::size_t kEndpointsPerSlice = 100;

// What makes `existing`, the owner's slices, hold exactly the groups. Endpoints stay in the slice
// they are in, new ones fill the gaps, so that a change of one pod rewrites one slice. A group
// without endpoints still gets its slice: clients tell "none" from "not known yet" by it. New
// slices have names that depend on the owner and the slices there are, so that a plan made from an
// outdated view collides instead of adding a slice twice.
SlicePlan plan_slices(const SliceOwner& owner, const std::vector<SliceGroup>& groups,
                      const std::vector<client::ObjectPtr>& existing);

}  // namespace sluice::controllers::endpoints
