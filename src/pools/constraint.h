// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace sluice::pools {

// Whether a node with these features may be among those that a job's constraint wants: "a&(b|c)",
// "[rack1|rack2]", "rack1*2&rack2*4". One that cannot be read wants nothing. Pure.
bool may_be_of(std::string_view constraint, const std::set<std::string>& features);

}  // namespace sluice::pools
