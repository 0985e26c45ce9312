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
// bounds. BadRequest with line and column. Of a repeated key the last value holds; `repeated`, when
// given, receives each in the words of Go's parser: line 3: key "a" already set in map
Result<std::vector<Value>> parse_yaml(std::string_view text,
                                      std::vector<std::string>* repeated = nullptr);

// One document, block style, for people: kubeconfig files, `sluice translate`.
std::string write_yaml(const Value& value);

}  // namespace sluice::json
