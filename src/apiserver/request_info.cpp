// SPDX-License-Identifier: Apache-2.0
#include "apiserver/request_info.h"

#include <optional>
#include <vector>

#include "api/field_terms.h"
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

// Where the path of a proxy goes on behind it: /api/v1/nodes/n/proxy|/a//b. Otherwise its end.
std::size_t proxy_end(std::string_view path) {
  const Parts parts = split(path, '/');
  constexpr std::size_t kClusterWide = 5;
  constexpr std::size_t kNamespaced = 7;
  const bool in_namespace = parts.size() > 3 && parts[3] == "namespaces";
  const std::size_t at = in_namespace ? kNamespaced : kClusterWide;
  if (parts.size() <= at || parts[1] != "api" || parts[at] != "proxy") {
    return path.size();
  }
  return static_cast<std::size_t>(parts[at].data() + parts[at].size() - path.data());
}

std::string verb_of(const http::Request& request, bool named, bool whole) {
  const std::string& method = request.method;
  if (method == "GET" || method == "HEAD") {
    if (!named && whole && flag(request.target, "watch")) {
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

// A list that selects one object by its name is about that object: rules may name it.
std::string selected_name(const http::Target& target) {
  const auto terms = api::parse_field_terms(target.value("fieldSelector"));
  return terms ? api::required_name(*terms) : "";
}

// /namespaces/x/status is about the namespace itself, /namespaces/x/pods about pods in it.
bool is_namespace_subresource(std::string_view part) {
  return part == "status" || part == "finalize";
}

bool read_resource(Parts parts, RequestInfo& info) {
  if (parts.size() > 2 && parts[0] == "namespaces" && !is_namespace_subresource(parts[2])) {
    info.ns = parts[1];
    info.through_namespace = true;
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

RequestInfo request_info(const http::Request& request) {
  RequestInfo info;
  info.path = request.target.path;
  info.verb = to_lower(request.method);
  const std::size_t end = proxy_end(info.path);
  info.subpath = info.path.substr(end);
  auto parts = segments(std::string_view(info.path).substr(0, end));
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
  const bool old_watch = parts->size() > 1 && parts->front() == "watch";  // /api/v1/watch/pods
  if (old_watch) {
    parts->erase(parts->begin());
  }
  info.is_resource = read_resource(std::move(*parts), info);
  if (!info.is_resource) {
    return info;
  }
  if (old_watch && request.method == "GET") {
    info.verb = "watch";
    return info;
  }
  info.verb = verb_of(request, !info.name.empty(), info.subresource.empty());
  if (info.verb == "list" || info.verb == "watch") {
    info.selected = selected_name(request.target);
  }
  return info;
}

}  // namespace sluice::apiserver
