// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "client/client.h"
#include "controllers/endpoints/slice_plan.h"

namespace sluice::controllers::endpoints {

// The zone that a node is in; empty: not known.
using Zones = std::function<std::string(const std::string& node)>;

// What the slices of a service with a selector must hold: its pods by the ports they serve, in
// every family of the service. A pod on its way out stays until it has ended, marked terminating.
// Never empty: without pods, each family has a group without endpoints.
std::vector<SliceGroup> groups_of_pods(const client::Object& service,
                                       const std::vector<client::ObjectPtr>& pods,
                                       const Zones& zones);

// What the slices that mirror an Endpoints object must hold. Of a subset a thousand addresses
// count, ready ones first. Addresses that are none are left out.
std::vector<SliceGroup> groups_of_subsets(const client::Object& endpoints);

}  // namespace sluice::controllers::endpoints
