// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::api {

// Names of resources: what containers may ask for, what quotas may bound.

bool is_container_resource(std::string_view name);  // "cpu", "hugepages-2Mi"
bool is_quota_resource(std::string_view name);      // "requests.cpu", "count/jobs.batch"
bool is_extended_resource(std::string_view name);   // "example.com/gpu": whole, never overcommitted

// What is wrong with a name that is one of the standard ones or not, those of `whose`:
// "containers".
std::string resource_name_fault(std::string_view name, bool known, std::string_view whose);

}  // namespace sluice::api
