// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/apply/field_set.h"
#include "api/apply/field_set_codec.h"
#include "api/apply/value_type.h"
#include "api/kind.h"
#include "json/text.h"

namespace sluice::api {

inline json::Value document(std::string_view text) {
  return json::parse(text).value();
}

inline FieldSet fields(std::string_view text) {
  return decode_field_set(document(text)).value();
}

inline std::string text_of(const FieldSet& set) {
  return json::write(encode_field_set(set));
}

inline ValueType pod_type() {
  return ValueType::of(*kinds::pod().schema);
}

}  // namespace sluice::api
