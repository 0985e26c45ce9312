// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"

namespace sluice::api {

// Puts what matchLabelKeys and mismatchLabelKeys of a new pod's affinity terms and spread
// constraints mean, the values that the pod itself has for those labels, into their selectors: a
// scheduler reads only these.
void apply_label_keys(json::Value& pod);

}  // namespace sluice::api
