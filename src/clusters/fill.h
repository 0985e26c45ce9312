// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "clusters/cluster.h"

namespace sluice::clusters {

using Values = std::map<std::string, std::string, std::less<>>;

// What the texts of objects and files call by name. The definition's patterns see to it that none
// of them means more than itself.
Values values_of(const Cluster& cluster);

// `text` with its ${names} replaced; those that are not in `values` stay, for shells.
std::string fill(std::string_view text, const Values& values);

}  // namespace sluice::clusters
