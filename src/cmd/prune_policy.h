// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "images/store.h"

namespace sluice::cmd {

// What options say about images to remove, "" for no such wish. Invalid names the option, which has
// that name behind `prefix`: "image-" for --image-unused-for.
Result<images::PrunePolicy> prune_policy(const std::string& unused_for, const std::string& max_size,
                                         std::string_view prefix);

}  // namespace sluice::cmd
