// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// Those words of a list in slurm.conf that need a restart to come or go, where the list does not.
std::vector<std::string_view> words_for_restart(std::string_view parameter, std::string_view value,
                                                Release release);

// The changes from one file to another, each with what it needs. For make_plan().
std::vector<Change> changes_between(const Config& from, const Config& to, Release release);

}  // namespace sluice::slurmconf
