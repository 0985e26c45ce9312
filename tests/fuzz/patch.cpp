// SPDX-License-Identifier: Apache-2.0
#include "json/patch.h"

#include <cstdint>
#include <string_view>

#include "api/kind.h"
#include "api/strategic_merge.h"
#include "json/text.h"

// Two documents, a line each: an object and a patch of it. Every kind of patch gives a result or an
// error, and a merge patch applied again changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace json = sluice::json;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) {
    return 0;
  }
  const auto original = json::parse(text.substr(0, end));
  const auto patch = json::parse(text.substr(end + 1));
  if (!original || !patch) {
    return 0;
  }
  const json::Value merged = json::merge_patch(*original, *patch);
  CHECK(json::merge_patch(merged, *patch) == merged);
  (void)json::json_patch(*original, *patch);
  const auto* kind = sluice::api::find_kind(original->at("apiVersion").as_string(),
                                            original->at("kind").as_string());
  (void)sluice::api::strategic_merge(kind == nullptr ? sluice::api::kinds::pod() : *kind, *original,
                                     *patch);
  return 0;
}
