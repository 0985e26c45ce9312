// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/node_request.h"

#include <array>

#include "base/text.h"

namespace sluice::nodeapi {
namespace {

using What = NodeRequest::What;

struct Route {
  std::string_view first;
  What what;
};
constexpr std::array<Route, 6> kWhole{{{"/healthz", What::kHealth},
                                       {"/healthz/ping", What::kHealth},
                                       {"/pods", What::kPods},
                                       {"/runningpods", What::kPods},
                                       {"/stats/summary", What::kSummary},
                                       {"/metrics/resource", What::kResourceMetrics}}};
constexpr std::array<Route, 4> kOfPods{{{"containerLogs", What::kLogs},
                                        {"exec", What::kExec},
                                        {"attach", What::kAttach},
                                        {"portForward", What::kPortForward}}};

struct Granted {
  std::string_view prefix;
  std::string_view subresource;
};
constexpr std::array<Granted, 7> kGranted{{{"/stats", "stats"},
                                           {"/metrics", "metrics"},
                                           {"/logs", "log"},
                                           {"/healthz", "healthz"},
                                           {"/configz", "configz"},
                                           {"/pods", "pods"},
                                           {"/runningpods", "pods"}}};

bool is_below(std::string_view path, std::string_view prefix) {
  return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
}

std::optional<NodeRequest> of_pod(What what, const std::vector<std::string_view>& parts) {
  const std::size_t least = what == What::kPortForward ? 3 : 4;
  const bool with_uid = parts.size() == least + 1 && what != What::kLogs;
  if (parts.size() != least && !with_uid) {
    return std::nullopt;
  }
  for (const std::string_view part : parts) {
    if (part.empty()) {
      return std::nullopt;
    }
  }
  NodeRequest request{.what = what, .pod = {std::string(parts[1]), std::string(parts[2])}};
  if (with_uid) {
    request.uid = parts[3];
  }
  if (what != What::kPortForward) {
    request.container = parts.back();
  }
  return request;
}

}  // namespace

std::optional<NodeRequest> parse_node_request(const http::Target& target) {
  std::string_view path = target.path;
  if (path.size() > 1 && path.ends_with('/')) {
    path.remove_suffix(1);
  }
  for (const Route& route : kWhole) {
    if (path == route.first) {
      return NodeRequest{.what = route.what};
    }
  }
  const auto parts = split(path.substr(path.starts_with('/') ? 1 : 0), '/');
  for (const Route& route : kOfPods) {
    if (parts.front() == route.first) {
      return of_pod(route.what, parts);
    }
  }
  return std::nullopt;
}

std::vector<std::string> subresources_of(std::string_view path) {
  std::vector<std::string> names;
  for (const Granted& granted : kGranted) {
    if (is_below(path, granted.prefix)) {
      names.emplace_back(granted.subresource);
      // Finer than "proxy", which covers these too; the others stand alone.
      if (granted.subresource == "stats" || granted.subresource == "metrics" ||
          granted.subresource == "log") {
        return names;
      }
    }
  }
  names.emplace_back("proxy");
  return names;
}

std::string verb_of(std::string_view method) {
  return method == "POST"   ? "create"
         : method == "PUT"  ? "update"
         : method == "HEAD" ? "get"
                            : to_lower(method);
}

}  // namespace sluice::nodeapi
