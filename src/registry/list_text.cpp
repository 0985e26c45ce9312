// SPDX-License-Identifier: Apache-2.0
#include "registry/list_text.h"

#include "api/protobuf.h"
#include "json/text.h"

namespace sluice::registry {

json::Value list_metadata(const ListPage& page) {
  json::Value metadata = json::Object();
  if (page.revision != 0) {  // what is told and not stored has none
    metadata["resourceVersion"] = std::to_string(page.revision);
  }
  if (!page.continue_token.empty()) {
    metadata["continue"] = page.continue_token;
  }
  if (page.remaining.has_value()) {
    metadata["remainingItemCount"] = *page.remaining;
  }
  return metadata;
}

namespace {

// What every item of a built-in kind starts with. The list says it already, so the items do not;
// those of custom resources do, as upstream has it.
std::string item_type(const api::Kind& kind) {
  if (!api::has_protobuf(kind)) {
    return "{";
  }
  return R"({"apiVersion":")" + kind.api_version() + R"(","kind":")" + std::string(kind.kind) +
         "\",";
}

}  // namespace

std::string list_text(const api::Kind& kind, const ListPage& page) {
  const std::string type = item_type(kind);
  std::size_t size = 300;
  for (const StoredObject& item : page.items) {
    size += item.text().size() + 1;
  }
  std::string text;
  text.reserve(size);
  text += "{\"kind\":\"" + kind.list_kind() + "\",\"apiVersion\":\"";
  text += kind.api_version() + "\",\"metadata\":";
  json::write(list_metadata(page), text);
  text += ",\"items\":[";
  for (const StoredObject& item : page.items) {
    if (text.back() != '[') {
      text += ',';
    }
    std::string_view rest = item.text();
    if (rest.starts_with(type)) {
      text += '{';
      rest.remove_prefix(type.size());
    }
    text += rest;
  }
  text += "]}";
  return text;
}

}  // namespace sluice::registry
