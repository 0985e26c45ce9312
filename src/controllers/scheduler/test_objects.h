// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "controllers/scheduler/cluster.h"
#include "controllers/scheduler/placement.h"
#include "json/text.h"

namespace sluice::controllers::scheduler {

// Objects for the tests of this folder.
inline client::Object parse(const std::string& text) {
  return json::parse(text).value();
}

// A node of four processors with `labels`, and whatever `change` does to it.
inline client::Object make_node(const std::string& name, const std::string& labels = "{}") {
  client::Object node =
      parse(R"({"status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"}},"spec":{}})");
  node["metadata"]["name"] = name;
  node["metadata"]["labels"] = parse(labels);
  node["metadata"]["labels"]["kubernetes.io/hostname"] = name;
  return node;
}

inline client::Object make_pod(const std::string& name, const std::string& spec = "{}",
                               const std::string& labels = "{}") {
  client::Object pod = parse(R"({"metadata":{"namespace":"default"},"status":{}})");
  pod["metadata"]["name"] = name;
  pod["metadata"]["uid"] = "uid-of-" + name;
  pod["metadata"]["labels"] = parse(labels);
  pod["spec"] = parse(spec);
  return pod;
}

// One container that requests `cpu`.
inline std::string asking(const std::string& cpu, const std::string& more = "") {
  return R"({"containers":[{"name":"c","resources":{"requests":{"cpu":")" + cpu + R"("}}}])" +
         more + "}";
}

inline client::ObjectPtr shared(client::Object object) {
  return std::make_shared<const client::Object>(std::move(object));
}

// Puts the pod on a node of the cluster.
inline void put(Cluster& cluster, client::Object pod, const std::string& node) {
  pod["spec"]["nodeName"] = node;
  cluster.place(std::make_shared<const PodFacts>(read_pod(pod)));
}

// A node in each of two zones: "a" in zone 1, "b" in zone 2.
class TwoZones : public testing::Test {
 protected:
  TwoZones() {
    add(make_node("a", R"({"zone":"1"})"));
    add(make_node("b", R"({"zone":"2"})"));
  }
  void add(client::Object node) { cluster_.set_node(shared(std::move(node))); }
  static client::Object web(const std::string& name, const std::string& spec = "{}") {
    return make_pod(name, spec, R"({"app":"web"})");
  }

  Cluster cluster_;
};

// The verdict of the filters about a node of the cluster: reasons joined by commas.
inline std::string reasons(Cluster& cluster, const client::Object& pod, const std::string& node,
                           PodVolumes volumes = {}) {
  const Attempt attempt = prepare(cluster, pod, std::move(volumes));
  const NodeState& state = cluster.nodes().at(node);
  std::string text;
  for (const std::string& reason : judge(attempt, {state, state.load, attempt.relations}).reasons) {
    text += (text.empty() ? "" : ", ") + reason;
  }
  return text;
}

}  // namespace sluice::controllers::scheduler
