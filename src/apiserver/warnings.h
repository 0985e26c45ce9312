// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "http/message.h"

namespace sluice::apiserver {

// Adds Warning headers, which kubectl shows. When all of a response together get too long, each is
// cut, and those that are too many are left out; so are those that no header can carry.
void add_warnings(const std::vector<std::string>& warnings, http::Response& response);

}  // namespace sluice::apiserver
