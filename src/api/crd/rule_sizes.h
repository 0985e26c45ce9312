// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cel/data_path.h"
#include "json/value.h"

namespace sluice::api {

// How large data of a structural schema can be: what the schema says (maxLength, maxItems,
// maxProperties, enum, format), else what fits into the largest request. For estimates of costs.

// What a word of the schema, such as maxItems, allows; nothing when it is not there.
std::optional<std::uint64_t> size_limit(const json::Value& schema, std::string_view word);

// Of the data and its parts, as rules see them. The schema must outlive the answer.
cel::SizeLookup rule_sizes(const json::Value& schema, bool is_resource_root);

// How often data of the schema can be in one request, when no list or map around it has a limit.
std::uint64_t most_repetitions(const json::Value& schema, bool is_resource_root);

}  // namespace sluice::api
