// SPDX-License-Identifier: Apache-2.0
#include "api/selector.h"

#include <cstdint>
#include <string_view>

#include "json/text.h"

// Selectors parse or are refused, and a parsed one matches any object or not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sluice::api::FieldSelector;
  using sluice::api::LabelSelector;
  static const auto object = sluice::json::parse(
      R"({"metadata":{"name":"a","labels":{"app":"web","tier":"5"}},"status":{"phase":"Running"}})");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto labels = LabelSelector::parse(text);
  CHECK(!labels || !labels->empty() || labels->matches(*object));
  for (const auto& kind : sluice::api::builtin_kinds()) {
    const auto fields = FieldSelector::parse(kind, text);
    CHECK(!fields || !fields->empty() || fields->matches(*object));
    if (fields) {
      (void)fields->matches(*object);
    }
  }
  if (labels) {
    CHECK(labels->matches(*object) == labels->matches_labels(object->at("metadata", "labels")));
  }
  const auto document = sluice::json::parse(text);
  if (document) {
    (void)LabelSelector::from_object(*document);
  }
  return 0;
}
