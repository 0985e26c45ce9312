// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "machines/plan.h"

namespace sluice::machines {

// All that a Secret can hold beside the name of the format.
inline constexpr std::size_t kLongestUserData = (1U << 20U) - 64;

// The plan as cloud-init reads it, a template whose variables it fills in.
std::string cloud_config(const Plan& plan);

// The plan as Ignition reads it, version 3.3 of its specification.
std::string ignition(const Plan& plan);

// The files that ignition() makes of what is none in the plan.
std::vector<std::string> paths_of_ignition(const Plan& plan);

// In that format. Invalid when no Secret can hold it; tells how long it may be.
Result<std::string> user_data(const Plan& plan, Format format);

}  // namespace sluice::machines
