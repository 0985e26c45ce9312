// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sluice::auth {

// The lists of rules in roles, flow schemas and webhooks: words, among which "*" stands for every
// one.
using Words = std::vector<std::string>;

bool has_or_all(const Words& words, std::string_view wanted);

}  // namespace sluice::auth
