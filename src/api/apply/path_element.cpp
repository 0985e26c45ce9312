// SPDX-License-Identifier: Apache-2.0
#include "api/apply/path_element.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::string_view kPrefixes = "fkvi";  // in the order of Step

// A key that is left out counts as its default, where it has one.
json::Value key_value(const Field& list, std::string_view key, const json::Value& item) {
  if (const json::Value* given = item.find(key)) {
    return *given;
  }
  const Field* member = list.schema == nullptr ? nullptr : list.schema->find(key);
  if (member == nullptr || member->default_value.empty()) {
    return nullptr;
  }
  auto value = json::parse(member->default_value);
  return value ? std::move(*value) : json::Value();
}

std::string quoted_list(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    text += (text.empty() ? "\"" : " \"") + std::string(word) + "\"";
  }
  return "[" + text + "]";
}

Result<PathElement> keyed_item(const Field& list, const json::Value& item) {
  if (!item.is_object()) {
    return fail(Code::kInvalid, item.is_null()
                                    ? "associative list with keys may not have a null element"
                                    : "associative list with keys may not have non-map elements");
  }
  std::vector<std::string_view> keys = split(list.list_keys, ',');
  std::sort(keys.begin(), keys.end());
  std::string text = "{";
  for (const std::string_view key : keys) {
    const json::Value value = key_value(list, key, item);
    if (value.is_null()) {
      continue;  // an item without this key is another one than any with it
    }
    text += text.size() > 1 ? "," : "";
    json::write_string(key, text);
    text += ':';
    json::write(value, text);
  }
  if (text.size() == 1) {
    return fail(Code::kInvalid,
                "associative list with keys has an element that omits all key fields " +
                    quoted_list(split(list.list_keys, ',')) +
                    " (and doesn't have default values for any key fields)");
  }
  return PathElement{PathElement::Step::kKey, text + "}"};
}

Result<PathElement> set_item(const json::Value& item) {
  if (item.is_object()) {
    return fail(Code::kInvalid, "associative list without keys has an element that's a map type");
  }
  if (item.is_array()) {
    return fail(Code::kInvalid, "not supported: associative list with lists as elements");
  }
  if (item.is_null()) {
    return fail(Code::kInvalid,
                "associative list without keys has an element that's an explicit null");
  }
  return PathElement{PathElement::Step::kValue, json::write(item)};
}

// The same text for the same key, however it was written.
Result<std::string> canonical_key(std::string_view text) {
  TRY_ASSIGN(json::Value key, json::parse(text));
  if (!key.is_object()) {
    return fail(Code::kBadRequest, "expected an object of key fields, got " + std::string(text));
  }
  json::Object& fields = key.object();
  std::sort(fields.begin(), fields.end(),
            [](const json::Member& a, const json::Member& b) { return a.key < b.key; });
  return json::write(key);
}

Result<std::string> canonical(PathElement::Step step, std::string_view text) {
  switch (step) {
    case PathElement::Step::kKey:
      return canonical_key(text);
    case PathElement::Step::kValue: {
      TRY_ASSIGN(const json::Value value, json::parse(text));
      return json::write(value);
    }
    case PathElement::Step::kIndex: {
      const auto index = parse_int(text);
      return index ? Result<std::string>(std::to_string(*index))
                   : fail(Code::kBadRequest, "not an index: " + std::string(text));
    }
    case PathElement::Step::kField:
      break;
  }
  return std::string(text);
}

}  // namespace

Result<PathElement> PathElement::item(const Field& list, const json::Value& item) {
  return list.has(kListMap) ? keyed_item(list, item) : set_item(item);
}

Result<std::optional<PathElement>> PathElement::parse(std::string_view text) {
  if (text.size() < 2) {
    return fail(Code::kBadRequest, "key must be 2 characters long: " + std::string(text));
  }
  if (text[1] != ':') {
    return fail(Code::kBadRequest, "missing colon: " + std::string(text));
  }
  const std::size_t prefix = kPrefixes.find(text[0]);
  if (prefix == std::string_view::npos) {
    return std::nullopt;
  }
  PathElement element{static_cast<Step>(prefix), {}};
  TRY_ASSIGN(element.text, canonical(element.step, text.substr(2)));
  return element;
}

std::string PathElement::to_string() const {
  return std::string{kPrefixes[static_cast<std::size_t>(step)], ':'} + text;
}

std::string PathElement::display() const {
  switch (step) {
    case Step::kField:
      return "." + text;
    case Step::kValue:
      return "[=" + text + "]";
    case Step::kIndex:
      return "[" + text + "]";
    case Step::kKey:
      break;
  }
  std::string fields;
  if (const auto key = json::parse(text)) {
    for (const json::Member& field : key->as_object()) {
      fields += (fields.empty() ? "" : ",") + field.key + "=" + json::write(field.value);
    }
  }
  return "[" + fields + "]";
}

}  // namespace sluice::api
