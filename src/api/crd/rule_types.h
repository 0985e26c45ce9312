// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cel/type.h"
#include "json/value.h"

namespace sluice::api {

// How rules see data of a structural schema (an openAPIV3Schema): int-or-string is dyn, formats of
// strings are times, durations and bytes, objects have the fields that can be named. Nothing for
// schemas that say too little. At the root of a resource, apiVersion, kind and the name are always
// there, and no other metadata.
std::optional<cel::Type> rule_type(const json::Value& schema, bool is_resource_root);

// A property's name in expressions: "namespace" is "__namespace__", "a-b" is "a__dash__b". Nothing
// for names that cannot be written at all.
std::optional<std::string> escape_property(std::string_view name);

}  // namespace sluice::api
