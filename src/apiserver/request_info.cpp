// SPDX-License-Identifier: Apache-2.0
#include "apiserver/request_info.h"

#include <vector>

#include "base/text.h"

namespace sluice::apiserver {

namespace {

using Parts = std::vector<std::string_view>;

// Path segments; nothing when one in the middle is empty ("/api//v1").
std::optional<Parts> segments(std::string_view path) {
  if (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  if (!path.starts_with('/')) {
    return std::nullopt;
  }
  Parts parts = split(path.substr(1), '/');
  for (const auto part : parts) {
    if (part.empty()) {
      return std::nullopt;
    }
  }
  return parts;
}

std::string verb_of(const http::Request& request, bool named) {
  const std::string& method = request.method;
  if (method == "GET" || method == "HEAD") {
    if (flag(request.target, "watch")) {
      return "watch";
    }
    return named ? "get" : "list";
  }
  if (method == "POST") {
    return "create";
  }
  if (method == "PUT") {
    return "update";
  }
  if (method == "PATCH") {
    return "patch";
  }
  if (method == "DELETE") {
    return named ? "delete" : "deletecollection";
  }
  return to_lower(method);
}

// /namespaces/x/status is about the namespace itself, /namespaces/x/pods about pods in it.
bool is_namespace_subresource(std::string_view part) {
  return part == "status" || part == "finalize";
}

bool read_resource(Parts parts, RequestInfo& info) {
  if (parts.size() > 2 && parts[0] == "namespaces" && !is_namespace_subresource(parts[2])) {
    info.ns = parts[1];
    parts.erase(parts.begin(), parts.begin() + 2);
  }
  if (parts.empty() || parts.size() > 3) {
    return false;
  }
  info.resource = parts[0];
  info.name = parts.size() > 1 ? parts[1] : "";
  info.subresource = parts.size() > 2 ? parts[2] : "";
  if (info.resource == "namespaces" && info.ns.empty()) {
    info.ns = info.name;
  }
  return true;
}

}  // namespace

bool flag(const http::Target& target, std::string_view name) {
  const auto value = target.find(name);
  return value && (value->empty() || *value == "true" || *value == "1");
}

RequestInfo request_info(const http::Request& request) {
  RequestInfo info;
  info.path = request.target.path;
  info.verb = to_lower(request.method);
  auto parts = segments(request.target.path);
  if (!parts) {
    return info;
  }
  std::size_t prefix = 0;
  if (parts->size() > 2 && parts->front() == "api") {
    info.version = (*parts)[1];
    prefix = 2;
  } else if (parts->size() > 3 && parts->front() == "apis") {
    info.group = (*parts)[1];
    info.version = (*parts)[2];
    prefix = 3;
  } else {
    return info;
  }
  parts->erase(parts->begin(), parts->begin() + static_cast<std::ptrdiff_t>(prefix));
  info.is_resource = read_resource(std::move(*parts), info);
  if (info.is_resource) {
    info.verb = verb_of(request, !info.name.empty());
  }
  return info;
}

}  // namespace sluice::apiserver
