// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::services {

// Fields of a document a person wrote. Errors are Invalid and name the field by its path.

// Nothing but these members: who mistypes one learns of it.
Result<void> only_fields(const json::Value& part, const std::string& path,
                         std::initializer_list<std::string_view> known);

Result<std::string> text_field(const json::Value& part, const char* field, const std::string& path);
Result<std::vector<std::string>> texts_field(const json::Value& part, const char* field,
                                             const std::string& path);
struct Range {
  std::int64_t least;
  std::int64_t most;
  std::int64_t otherwise;  // when it is not said
};
Result<std::int64_t> number_field(const json::Value& part, const char* field,
                                  const std::string& path, Range range);

// The position of the field's text in `choices`; `otherwise` when it is not said.
Result<std::size_t> choice_field(const json::Value& part, const char* field,
                                 const std::string& path,
                                 std::initializer_list<std::string_view> choices,
                                 std::size_t otherwise = 0);

}  // namespace sluice::services
