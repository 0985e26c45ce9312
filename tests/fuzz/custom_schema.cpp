// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <string_view>

#include "api/crd/custom_resource.h"
#include "api/crd/definition_rules.h"
#include "api/crd/json_path.h"
#include "api/defaults.h"
#include "api/validate.h"
#include "json/text.h"

// Any document is a definition or is refused; one that is taken makes kinds whose engines work on
// any object. Any text is a path or is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace api = sluice::api;
  namespace json = sluice::json;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto document = json::parse(text);
  if (const auto path = api::JsonPath::parse(text); path && document) {
    (void)path->find(*document);
  }
  if (!document) {
    return 0;
  }
  api::Faults faults;
  api::check_definition(*document, faults);
  const auto definition = std::make_shared<const json::Value>(*document);
  for (const api::KindPtr& kind : api::custom_kinds(definition)) {
    json::Value object = *document;
    const auto unknown = api::check_types(*kind, object);
    if (unknown) {
      api::drop_unknown_fields(*kind, object);
      api::apply_defaults(*kind, object);
      (void)api::validate_create(*kind, object);
    }
  }
  return 0;
}
