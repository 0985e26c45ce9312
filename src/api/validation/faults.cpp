// SPDX-License-Identifier: Apache-2.0
#include "api/validation/faults.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  json::write_string(text, out);
  return out;
}

}  // namespace

void Faults::add(std::string_view reason, const FieldPath& at, std::string message) {
  std::string field = at.text();
  causes_.push_back(
      {std::string(reason), std::move(message), field.empty() ? "<nil>" : std::move(field)});
}

void Faults::leave_out(std::string_view words) {
  for (ErrorCause& cause : causes_) {
    if (const std::size_t at = cause.message.find(words); at != std::string::npos) {
      cause.message.erase(at, words.size());
    }
  }
}

void Faults::append(Faults others) {
  causes_.insert(causes_.end(), std::make_move_iterator(others.causes_.begin()),
                 std::make_move_iterator(others.causes_.end()));
}

void Faults::append_new(Faults others, std::size_t first) {
  std::set<std::string> mentioned;
  for (std::size_t i = 0; i < first; ++i) {
    mentioned.insert(causes_[i].field);
  }
  for (ErrorCause& cause : others.causes_) {
    if (!mentioned.contains(cause.field)) {
      causes_.push_back(std::move(cause));
    }
  }
}

void Faults::required(const FieldPath& at, std::string_view detail) {
  add("FieldValueRequired", at,
      detail.empty() ? "Required value" : "Required value: " + std::string(detail));
}

void Faults::invalid(const FieldPath& at, const json::Value& value, std::string_view detail) {
  for (const std::string_view line : split(detail, '\n')) {
    invalid_shown(at, json::write(value), line);
  }
}

void Faults::invalid(const FieldPath& at, std::string_view detail) {
  add("FieldValueInvalid", at, "Invalid value: " + std::string(detail));
}

void Faults::invalid_shown(const FieldPath& at, std::string_view shown, std::string_view detail) {
  add("FieldValueInvalid", at, "Invalid value: " + std::string(shown) + ": " + std::string(detail));
}

void Faults::duplicate(const FieldPath& at, const json::Value& value) {
  add("FieldValueDuplicate", at, "Duplicate value: " + json::write(value));
}

void Faults::not_found(const FieldPath& at, const json::Value& value) {
  add("FieldValueNotFound", at, "Not found: " + json::write(value));
}

void Faults::forbidden(const FieldPath& at, std::string_view detail) {
  add("FieldValueForbidden", at, "Forbidden: " + std::string(detail));
}

void Faults::too_long(const FieldPath& at, std::size_t limit) {
  add("FieldValueTooLong", at,
      "Too long: may not be more than " + std::to_string(limit) + " bytes");
}

void Faults::unsupported(const FieldPath& at, const json::Value& value,
                         std::initializer_list<std::string_view> supported) {
  unsupported_in_order(at, value, {supported.begin(), supported.end()});
}

void Faults::unsupported_in_order(const FieldPath& at, const json::Value& value,
                                  const std::vector<std::string>& supported) {
  std::vector<std::string> words;
  for (const std::string& word : supported) {
    words.push_back(quoted(word));
  }
  add("FieldValueNotSupported", at,
      "Unsupported value: " + json::write(value) + ": supported values: " + join(words, ", "));
}

void Faults::one_of(const FieldPath& at, const json::Value& value,
                    std::initializer_list<std::string_view> supported) {
  if (value.as_string().empty()) {
    required(at);
  } else if (std::find(supported.begin(), supported.end(), value.as_string()) == supported.end()) {
    unsupported(at, value, supported);
  }
}

void Faults::not_negative(const FieldPath& at, const json::Value& value) {
  if (value.as_int() < 0) {
    invalid(at, value, "must be greater than or equal to 0");
  }
}

void Faults::in_range(const FieldPath& at, const json::Value& value, std::int64_t low,
                      std::int64_t high) {
  if (value.as_int() < low || value.as_int() > high) {
    invalid(
        at, value,
        "must be between " + std::to_string(low) + " and " + std::to_string(high) + ", inclusive");
  }
}

void Faults::named(const FieldPath& at, const json::Value& value,
                   std::string (*fault)(std::string_view)) {
  if (value.as_string().empty()) {
    required(at);
  } else if (const std::string problem = fault(value.as_string()); !problem.empty()) {
    invalid(at, value, problem);
  }
}

void Faults::immutable(const FieldPath& at, const json::Value& now, const json::Value& before) {
  if (!(now == before)) {
    invalid(at, now, "field is immutable");
  }
}

Result<void> Faults::result() && {
  if (causes_.empty()) {
    return {};
  }
  // the aggregate names each distinct fault once, as upstream does
  std::vector<std::string> texts;
  std::set<std::string> seen;
  for (const ErrorCause& cause : causes_) {
    std::string text = cause.field + ": " + cause.message;
    if (seen.insert(text).second) {
      texts.push_back(std::move(text));
    }
  }
  std::string message = texts.size() == 1 ? texts.front() : "[" + join(texts, ", ") + "]";
  return tl::unexpected(Error{Code::kInvalid, std::move(message), std::move(causes_)});
}

}  // namespace sluice::api
