// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace sluice::clusters {

// Whether `present` has everything that `desired` says; more is the server's business, or
// somebody else's. Lists are the same length and in the same order. Pure.
bool shows(const json::Value& present, const json::Value& desired);

}  // namespace sluice::clusters
