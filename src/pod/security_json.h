// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "containers/launch.h"
#include "json/value.h"

// Who a container's process is and what it may do, as spec.json carries it.
namespace sluice::pod {

json::Value to_json(const containers::Identity& identity);
containers::Identity identity_from_json(const json::Value& item);
json::Value to_json(const containers::Privileges& privileges);
containers::Privileges privileges_from_json(const json::Value& item);

}  // namespace sluice::pod
