// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::json {

// A list of texts and its document. What is no text reads as an empty one, what is no list as an
// empty list.
Array from_strings(const std::vector<std::string>& strings);
std::vector<std::string> to_strings(const Value& list);

}  // namespace sluice::json
