// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/value_type.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// Checks that an applied document fits its schema: every field is declared, values have their
// types, items of lists have an identity that no other has. The message names the faulty fields, in
// Kubernetes' words: .spec.foo: field not declared in schema
Result<void> check_config(const Schema& schema, const json::Value& config);

}  // namespace sluice::api
