// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "json/quantity.h"
#include "json/value.h"

namespace sluice::api::quota {

// Amounts by name of resource, as objects write them: {"cpu": "500m", "pods": "3"}. What is not
// there is nothing of it.
using Amounts = std::map<std::string, json::Quantity, std::less<>>;

// What is not a quantity counts as none of it: objects were validated before.
Amounts amounts_of(const json::Value& list);
json::Value to_json(const Amounts& amounts);

void add(Amounts& to, const Amounts& more);

// For each resource the larger amount.
void raise(Amounts& to, const Amounts& others);

// What `amounts` has more of than `less`; only that.
Amounts surplus(const Amounts& amounts, const Amounts& less);

// "cpu=1,memory=2Gi"
std::string listed(const Amounts& amounts);

}  // namespace sluice::api::quota
