// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string_view>

#include "api/apply/applying.h"
#include "api/apply/field_set_codec.h"
#include "api/kind.h"
#include "json/text.h"

// Two documents, a line each: an object with its managedFields and a document applied to it. What
// reads as field set writes as one, and applying again what was applied is no conflict.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace api = sluice::api;
  namespace json = sluice::json;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) {
    return 0;
  }
  const auto live = json::parse(text.substr(0, end));
  const auto config = json::parse(text.substr(end + 1));
  if (!live || !config) {
    return 0;
  }
  if (const auto set = api::decode_field_set(*config)) {
    CHECK(api::decode_field_set(api::encode_field_set(*set)).value() == *set);
  }
  const auto* kind =
      api::find_kind(config->at("apiVersion").as_string(), config->at("kind").as_string());
  const api::FieldWriter writer{kind == nullptr ? api::kinds::pod() : *kind, "fuzz", "", {}};
  json::Value object = *live;
  api::track_update(writer, json::Object(), object);
  const auto applied = api::apply_config(writer, *live, *config, true);
  if (applied) {
    CHECK(api::apply_config(writer, *applied, *config, false).has_value());
  }
  return 0;
}
