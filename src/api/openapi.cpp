// SPDX-License-Identifier: Apache-2.0
#include "api/openapi.h"

#include <algorithm>

#include "api/openapi/definitions.h"
#include "api/openapi/gnostic.h"
#include "api/openapi/paths.h"

namespace sluice::api {
namespace {

using json::Object;
using json::Value;

std::string path_of(const Kind& kind) {
  return (kind.group.empty() ? "api/" : "apis/") + kind.api_version();
}

Value info() {
  return Object{{"title", "Kubernetes"}, {"version", "unversioned"}};
}

}  // namespace

std::vector<std::string> openapi_v3_paths(std::span<const Kind> kinds) {
  std::vector<std::string> found;
  for (const Kind& kind : kinds) {
    std::string path = path_of(kind);
    if (std::find(found.begin(), found.end(), path) == found.end()) {
      found.push_back(std::move(path));
    }
  }
  return found;
}

std::optional<Value> openapi_v3(std::span<const Kind> kinds, std::string_view path) {
  std::vector<Kind> here;
  std::copy_if(kinds.begin(), kinds.end(), std::back_inserter(here),
               [&](const Kind& kind) { return path_of(kind) == path; });
  if (here.empty()) {
    return std::nullopt;
  }
  return Object{{"openapi", "3.0.0"},
                {"info", info()},
                {"paths", paths(here, OpenApi::kV3)},
                {"components", Object{{"schemas", definitions(here, OpenApi::kV3)}}}};
}

std::string openapi_v3_protobuf(const Value& document) {
  return to_gnostic_v3(document);
}

Value openapi_v3_index(const std::vector<std::pair<std::string, std::string>>& fingerprints) {
  Object documents;
  for (const auto& [path, fingerprint] : fingerprints) {
    documents.append(path,
                     Object{{"serverRelativeURL", "/openapi/v3/" + path + "?hash=" + fingerprint}});
  }
  return Object{{"paths", std::move(documents)}};
}

Value openapi_v2(std::span<const Kind> kinds) {
  return Object{{"swagger", "2.0"},
                {"info", info()},
                {"paths", paths(kinds, OpenApi::kV2)},
                {"definitions", definitions(kinds, OpenApi::kV2)}};
}

std::string openapi_v2_protobuf(const Value& document) {
  return to_gnostic(document);
}

}  // namespace sluice::api
