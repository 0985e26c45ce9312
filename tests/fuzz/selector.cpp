// SPDX-License-Identifier: Apache-2.0
#include "api/selector.h"

#include <cstdint>
#include <string_view>

#include "json/text.h"

// Selectors parse or are refused, and a parsed one matches any object or not. A large one is tried
// with the fields of one kind only, which its size chooses.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sluice::api::FieldSelector;
  using sluice::api::LabelSelector;
  static const auto object = sluice::json::parse(
      R"({"metadata":{"name":"a","labels":{"app":"web","tier":"5"}},"status":{"phase":"Running"}})");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto labels = LabelSelector::parse(text);
  CHECK(!labels || !labels->empty() || labels->matches(*object));
  constexpr std::size_t kLarge = 1U << 14U;
  std::size_t number = 0;
  for (const auto& kind : sluice::api::builtin_kinds()) {
    if (size >= kLarge && number++ != size % sluice::api::builtin_kinds().size()) {
      continue;
    }
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
