// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// The changes from one file to another, each with what it needs. For make_plan().
std::vector<Change> changes_between(const Config& from, const Config& to, Release release);

}  // namespace sluice::slurmconf
