// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/field_path.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// Collects what is wrong with a document, each fault with its field and in Kubernetes' words.
class Faults {
 public:
  void required(const FieldPath& at, std::string_view detail = "");
  // A detail of several lines is as many faults.
  void invalid(const FieldPath& at, const json::Value& value, std::string_view detail);
  void invalid(const FieldPath& at, std::string_view detail);  // says nothing of the value
  void invalid_shown(const FieldPath& at, std::string_view shown, std::string_view detail);
  void duplicate(const FieldPath& at, const json::Value& value);
  void not_found(const FieldPath& at, const json::Value& value);
  void forbidden(const FieldPath& at, std::string_view detail);
  void too_long(const FieldPath& at, std::size_t limit);
  void unsupported(const FieldPath& at, const json::Value& value,
                   std::initializer_list<std::string_view> supported);

  void unsupported_in_order(const FieldPath& at, const json::Value& value,
                            const std::vector<std::string>& supported);

  // One of the words, or Unsupported value; a missing value is Required.
  void one_of(const FieldPath& at, const json::Value& value,
              std::initializer_list<std::string_view> supported);
  void not_negative(const FieldPath& at, const json::Value& value);
  void in_range(const FieldPath& at, const json::Value& value, std::int64_t low, std::int64_t high);

  // Required when empty; Invalid when `fault` says what is wrong.
  void named(const FieldPath& at, const json::Value& value, std::string (*fault)(std::string_view));
  void immutable(const FieldPath& at, const json::Value& now, const json::Value& before);

  void append(Faults others);
  void leave_out(std::string_view words);             // of the messages, not of the fields
  void append_new(Faults others, std::size_t first);  // of fields the `first` ones don't mention

  // In words of the caller's. `reason` as in ErrorCause.
  void add(std::string_view reason, const FieldPath& at, std::string message);

  bool empty() const { return causes_.empty(); }
  const std::vector<ErrorCause>& causes() const { return causes_; }
  void keep_first(std::size_t count) { causes_.resize(count); }  // at most as many as there are

  // Nothing, or Invalid with all causes: "a: Required value" or "[a: …, b: …]".
  Result<void> result() &&;

 private:
  std::vector<ErrorCause> causes_;
};

}  // namespace sluice::api
