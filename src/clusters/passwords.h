// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "clusters/cluster.h"
#include "slurmconf/config.h"

namespace sluice::clusters {

// Passwords in the clear, where many may read them. Invalid names the place and what helps, never
// the password.
Result<void> refuse_passwords(const slurmconf::Config& config);  // fragments of slurm.conf
// A file beside it, as far as it is one of configuration.
Result<void> refuse_passwords_of_file(const std::string& name, std::string_view text);
Result<void> refuse_passwords_of_services(const Cluster& cluster);  // of machines

}  // namespace sluice::clusters
