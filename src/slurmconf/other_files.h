// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// What a change of a file beside slurm.conf needs that has no model of ours: the files of plugins,
// scripts. `why` says who reads it when.
struct FileNeeds {
  Class needs = Class::kReconfigure;
  std::string_view why;
};
FileNeeds needs_of_file(std::string_view name, Release release);

// The changes of such files, by name, from these texts to those. Pure.
std::vector<Change> changes_of_other_files(const std::map<std::string, std::string>& from,
                                           const std::map<std::string, std::string>& to,
                                           Release release);

}  // namespace sluice::slurmconf
