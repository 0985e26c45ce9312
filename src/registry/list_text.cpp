// SPDX-License-Identifier: Apache-2.0
#include "registry/list_text.h"

#include "json/text.h"

namespace sluice::registry {

json::Value list_metadata(const ListPage& page) {
  json::Value metadata = json::Object{{"resourceVersion", std::to_string(page.revision)}};
  if (!page.continue_token.empty()) {
    metadata["continue"] = page.continue_token;
  }
  if (page.remaining.has_value()) {
    metadata["remainingItemCount"] = *page.remaining;
  }
  return metadata;
}

std::string list_text(const api::Kind& kind, const ListPage& page) {
  std::size_t size = 300;
  for (const StoredObject& item : page.items) {
    size += item.text().size() + 1;
  }
  std::string text;
  text.reserve(size);
  text += "{\"kind\":\"" + std::string(kind.kind) + "List\",\"apiVersion\":\"";
  text += kind.api_version() + "\",\"metadata\":";
  json::write(list_metadata(page), text);
  text += ",\"items\":[";
  for (const StoredObject& item : page.items) {
    if (text.back() != '[') {
      text += ',';
    }
    text += item.text();
  }
  text += "]}";
  return text;
}

}  // namespace sluice::registry
