// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/apply/field_set.h"
#include "api/kind.h"

namespace sluice::api {

// The parts of an object that writing to `subresource` (empty: to the object itself) leaves as
// they were, so that nobody comes to own them that way: the status of an object, its spec when the
// status is written.
FieldSet reset_fields(const Kind& kind, std::string_view subresource);

}  // namespace sluice::api
