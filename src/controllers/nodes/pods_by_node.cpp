// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/pods_by_node.h"

namespace sluice::controllers::nodes {
namespace {

constexpr const char* kByNode = "node";

}  // namespace

const std::string& node_of(const client::Object& pod) {
  return pod.at("spec", "nodeName").as_string();
}

void index_by_node(runtime::Informer& pods) {
  pods.add_index(kByNode, [](const client::Object& pod) {
    const std::string& node = node_of(pod);
    return node.empty() ? std::vector<std::string>{} : std::vector{node};
  });
}

std::vector<client::ObjectPtr> pods_on(const runtime::Informer& pods, const std::string& node) {
  return pods.by_index(kByNode, node);
}

}  // namespace sluice::controllers::nodes
