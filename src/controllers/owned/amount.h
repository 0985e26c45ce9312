// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "json/value.h"

namespace sluice::controllers::owned {

enum class Rounding { kDown, kUp };

// A number of replicas that is given as one (3) or as a share of `total` ("25%"). Anything else,
// which validation does not let through, is zero. Pure.
std::int64_t resolve_amount(const json::Value& amount, std::int64_t total, Rounding rounding);

}  // namespace sluice::controllers::owned
