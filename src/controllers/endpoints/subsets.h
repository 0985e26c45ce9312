// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "client/client.h"

namespace sluice::controllers::endpoints {

// The subsets of a service's Endpoints: pods that serve the same ports stand together, in the
// order of their addresses, so that the same pods always give the same subsets. At most a thousand
// addresses, ready ones first: more would not fit into one object.
struct Subsets {
  json::Array subsets;
  bool truncated = false;
};
Subsets subsets(const client::Object& service, const std::vector<client::ObjectPtr>& pods);

}  // namespace sluice::controllers::endpoints
