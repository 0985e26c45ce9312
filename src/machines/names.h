// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::machines {

// Whether it can stand in YAML as it is: UTF-8 without control characters but line ends and tabs.
bool is_plain_text(std::string_view bytes);

// What is wrong with a file's path; empty: it is absolute and leads where it says.
std::string path_fault(std::string_view path);

// A file's mode as 0640.
std::string octal(unsigned mode);

// What is wrong with a host's name as that of a Slurm node; empty: nothing. Slurm takes what stands
// before the first dot, so that two names with one beginning would be one node.
std::string slurm_host_fault(std::string_view name);

// The name of the systemd unit that mounts this directory, without its suffix, as systemd-escape
// makes it.
std::string mount_unit(std::string_view path);

}  // namespace sluice::machines
