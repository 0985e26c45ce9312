// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "lab/daemons.h"

namespace sluice::lab {

// How many of the nodes in this output of `sinfo -h -N -p main -o "%N %t"` can take a job now.
std::int64_t usable_nodes(std::string_view sinfo_output);

// Returns when every node can take a job and a first one has run. Timeout says which state the
// nodes are in.
Result<void> await_first_job(const Setting& setting);

}  // namespace sluice::lab
