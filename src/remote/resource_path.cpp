// SPDX-License-Identifier: Apache-2.0
#include "remote/resource_path.h"

#include "http/message.h"

namespace sluice::remote {

std::string collection_path(const api::Kind& kind, const std::string& ns) {
  std::string path = kind.group.empty() ? "/api/" : "/apis/" + std::string(kind.group) + "/";
  path += kind.version;
  if (kind.namespaced && !ns.empty()) {
    path += "/namespaces/" + http::percent_encode(ns);
  }
  return path + "/" + std::string(kind.plural);
}

std::string object_path(const api::Kind& kind, const api::Key& key) {
  return collection_path(kind, key.ns) + "/" + http::percent_encode(key.name);
}

std::string query(std::initializer_list<std::pair<std::string_view, std::string>> parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    if (!value.empty()) {
      text += (text.empty() ? "?" : "&") + std::string(name) + "=" + http::percent_encode(value);
    }
  }
  return text;
}

}  // namespace sluice::remote
