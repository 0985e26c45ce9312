// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sluice::services {

// On a Node: a digest of the files beside slurm.conf that its slurmd has from slurmctld. Agents
// write it and whoever changes the files compares it: both by the same list.
constexpr const char* kSentFilesAnnotation = "sluice.dev/slurm-files";

// Over those that slurmctld sends to its nodes in every release from 22.05 to 26.05. `text_of`
// gives the text of one by its name; empty: it is not there, or has nothing in it.
std::string sent_files_digest(const std::function<std::string(std::string_view)>& text_of);

}  // namespace sluice::services
