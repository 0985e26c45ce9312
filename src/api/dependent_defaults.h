// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// The defaults that follow from other fields of the same object (a pull policy from the image's
// tag, requests from limits), which a table of constants cannot say. Called by apply_defaults for
// every object, outermost first, after the constants of that object.
void apply_dependent_defaults(const Schema& schema, json::Value& object);

}  // namespace sluice::api
