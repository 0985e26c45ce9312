// SPDX-License-Identifier: Apache-2.0
#include "services/fields.h"

#include <algorithm>

namespace sluice::services {

Result<void> only_fields(const json::Value& part, const std::string& path,
                         std::initializer_list<std::string_view> known) {
  if (!part.is_object()) {
    return fail(Code::kInvalid, path + ": expected an object");
  }
  for (const json::Member& member : part.as_object()) {
    if (std::find(known.begin(), known.end(), member.key) == known.end()) {
      std::string all;
      for (const std::string_view name : known) {
        all += (all.empty() ? "" : ", ") + std::string(name);
      }
      return fail(Code::kInvalid,
                  path + "." + member.key + ": unknown field; expected one of " + all);
    }
  }
  return {};
}

Result<std::string> text_field(const json::Value& part, const char* field,
                               const std::string& path) {
  const json::Value& said = part.at(field);
  if (!said.is_null() && !said.is_string()) {
    return fail(Code::kInvalid, path + "." + field + ": expected a text");
  }
  return said.as_string();
}

Result<std::vector<std::string>> texts_field(const json::Value& part, const char* field,
                                             const std::string& path) {
  const json::Value& said = part.at(field);
  std::vector<std::string> texts;
  bool good = said.is_null() || said.is_array();
  for (const json::Value& item : said.as_array()) {
    good = good && item.is_string() && !item.as_string().empty();
    texts.push_back(item.as_string());
  }
  if (!good) {
    return fail(Code::kInvalid, path + "." + field + ": expected a list of texts");
  }
  return texts;
}

Result<std::int64_t> number_field(const json::Value& part, const char* field,
                                  const std::string& path, Range range) {
  const json::Value& said = part.at(field);
  if (said.is_null()) {
    return range.otherwise;
  }
  if (!said.is_int() || said.as_int() < range.least || said.as_int() > range.most) {
    return fail(Code::kInvalid, path + "." + field + ": expected a number from " +
                                    std::to_string(range.least) + " to " +
                                    std::to_string(range.most));
  }
  return said.as_int();
}

Result<std::size_t> choice_field(const json::Value& part, const char* field,
                                 const std::string& path,
                                 std::initializer_list<std::string_view> choices,
                                 std::size_t otherwise) {
  const json::Value& said = part.at(field);
  if (said.is_null()) {
    return otherwise;
  }
  const auto found = std::find(choices.begin(), choices.end(), said.as_string());
  if (!said.is_string() || found == choices.end()) {
    std::string all;
    for (const std::string_view name : choices) {
      all += (all.empty() ? "" : ", ") + std::string(name);
    }
    return fail(Code::kInvalid, path + "." + field + ": expected one of " + all);
  }
  return static_cast<std::size_t>(found - choices.begin());
}

}  // namespace sluice::services
