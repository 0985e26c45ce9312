// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "store/store.h"

namespace sluice::registry {

// A resourceVersion as a caller writes it; empty and "0" are 0. BadRequest when not a number.
Result<store::Revision> parse_revision(const std::string& text);

// Timeout with the cause ResourceVersionTooLarge when `wanted` has not happened yet.
Result<void> check_happened(store::Revision wanted, store::Revision current);

}  // namespace sluice::registry
