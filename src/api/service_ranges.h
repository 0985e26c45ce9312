// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "json/value.h"

namespace sluice::api {

// Questions about a ServiceCIDR: networks whose addresses services may have. Pure; a network that
// is none contains nothing.

bool range_has_address(const json::Value& service_cidr, std::string_view address);

// Whether one of its networks contains the whole of `cidr`.
bool range_has_network(const json::Value& service_cidr, std::string_view cidr);

// Whether addresses are given out of it: not while it goes, nor while it says that it is not ready.
bool is_range_in_use(const json::Value& service_cidr);

}  // namespace sluice::api
