// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sluice::slurm {

// The names in a host list as Slurm writes it: "n[1-3,07],login" is n1, n2, n3, n07 and login. Any
// text is accepted: what is no list stands for itself, and a list that would have more than 100,000
// names ends there.
std::vector<std::string> expand_host_list(std::string_view list);

}  // namespace sluice::slurm
