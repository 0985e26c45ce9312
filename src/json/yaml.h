// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::json {

// All documents of a YAML stream, as JSON documents with the types kubectl would see (YAML 1.1
// scalars as in Kubernetes: yes/no stay strings only when quoted). Aliases are expanded within
// bounds. BadRequest with line and column.
Result<std::vector<Value>> parse_yaml(std::string_view text);

// One document, block style, for people: kubeconfig files, `sluice translate`.
std::string write_yaml(const Value& value);

}  // namespace sluice::json
