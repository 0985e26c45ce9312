// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace sluice::apiserver {

// What a request wants, as its method and URL say it; authorization and routing both read this.
struct RequestInfo {
  std::string verb;  // "get", "list", "watch", "create", "update", "patch", "delete",
                     // "deletecollection"; for other paths the method in lower case
  std::string path;
  bool is_resource = false;

  // Of resource requests:
  std::string group;
  std::string version;
  std::string ns;
  std::string resource;     // "pods"
  std::string name;         // empty for collections
  std::string subresource;  // "status", "log"
  std::string subpath;      // of proxies, what follows: "/a/b/"

  // "pods" or "pods/log"
  std::string full_resource() const {
    return subresource.empty() ? resource : resource + "/" + subresource;
  }
};

// Understands /api/v1/… and /apis/{group}/{version}/…, with or without /namespaces/{ns}.
RequestInfo request_info(const http::Request& request);

// Whether a boolean query parameter is set: present, and neither "0" nor "false".
bool flag(const http::Target& target, std::string_view name);

}  // namespace sluice::apiserver
