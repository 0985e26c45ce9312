// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "apiserver/aggregation/api_services.h"
#include "json/value.h"

namespace sluice::apiserver {

// What discovery says about groups that other servers serve.

// The entry of one group in an APIGroupList; `services` are its versions, best first.
json::Value remote_group(std::span<const ApiService> services);

// The version's entry in an APIGroupDiscoveryList, made of the server's own APIResourceList, which
// is null when it is not known. `fresh`: the server said so when it was last asked.
json::Value remote_version(const ApiService& service, const json::Value& resource_list, bool fresh);

}  // namespace sluice::apiserver
