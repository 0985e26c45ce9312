// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/meta.h"
#include "http/message.h"

namespace sluice::nodeapi {

// What somebody wants of a kubelet, as the path of its URL says it.
struct NodeRequest {
  enum class What {
    kHealth,
    kPods,
    kLogs,         // /containerLogs/{namespace}/{pod}/{container}
    kExec,         // /exec/{namespace}/{pod}[/{uid}]/{container}
    kAttach,       // the same
    kPortForward,  // /portForward/{namespace}/{pod}[/{uid}]
    kSummary,
    kResourceMetrics,
  };
  What what = What::kHealth;
  api::Key pod = {};
  std::string uid = {};  // empty: whichever pod has the name
  std::string container = {};
};

// Nothing when there is nothing at that path.
std::optional<NodeRequest> parse_node_request(const http::Target& target);

// The subresources of nodes that one may have to be allowed for it, any of them; as upstream's
// kubelet maps paths, "proxy" last.
std::vector<std::string> subresources_of(std::string_view path);

// "get" of "GET".
std::string verb_of(std::string_view method);

}  // namespace sluice::nodeapi
