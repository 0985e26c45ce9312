// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::machines {

// The status of a VirtualKubeletConfig, as both contracts of Cluster API read it. Pure: each makes
// a new status of an old one.

// Whether the data was made once: then it is never made again, whatever changes.
bool has_data(const json::Value& config);

// Nothing is done while somebody has asked for that; what is known stays.
json::Value pauses(const json::Value& config, WallTime now);

// The data is there, as before.
json::Value goes_on(const json::Value& config, WallTime now);

// It is not there yet, and why.
json::Value waits(const json::Value& config, std::string_view reason, std::string_view message,
                  WallTime now);

// It is in that Secret from now on.
json::Value has_made(const json::Value& config, std::string_view secret, WallTime now);

}  // namespace sluice::machines
