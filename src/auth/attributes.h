// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::auth {

// What somebody wants to do: what authorization decides on. A plain value.
struct Attributes {
  std::string verb;  // "get", "list", "watch", "create", "update", "patch", "delete",
                     // "deletecollection"; for other paths the method in lower case
  std::string path;
  bool is_resource = false;

  // Of resource requests:
  std::string group;
  std::string version;
  std::string ns;
  bool through_namespace = false;  // the path goes through /namespaces/{ns}/ to the resource
  std::string resource;     // "pods"
  std::string name;         // empty for collections
  std::string selected;     // of lists and watches, the only name that their selector lets through
  std::string subresource;  // "status", "log"
  std::string subpath;      // of proxies, what follows: "/a/b/"

  // "pods" or "pods/log"
  std::string full_resource() const {
    return subresource.empty() ? resource : resource + "/" + subresource;
  }
};

}  // namespace sluice::auth
