// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/timestamp.h"
#include "slurm_clusters.h"

namespace sluice::clusters {

// Clusters that work, and change. StatefulSets and agents are what the test says they are, and
// slurmctld what `answers_` and the like do.
class SlurmRollouts : public SlurmClusters {
 protected:
  void SetUp() override {
    SlurmClusters::SetUp();
    program_ = [this](const client::PodCommand& command) { return answer(command); };
  }

  Result<client::CommandOutput> answer(const client::PodCommand& command) {
    const std::string line = join(command.argv, " ");
    if (!answers_) {
      return fail(Code::kUnavailable, "no route");
    }
    if (line == "scontrol ping") {
      return client::CommandOutput{.exit_code = 0, .out = "Slurmctld at x is UP\n", .err = ""};
    }
    if (line == "scontrol --all --oneliner show partition") {
      std::string text;
      for (const auto& [name, state] : states_) {
        text += "PartitionName=" + name + " AllowGroups=ALL State=" + state + " TotalCPUs=1\n";
      }
      return client::CommandOutput{.exit_code = 0, .out = text, .err = ""};
    }
    if (line.starts_with("scontrol update PartitionName=")) {
      const std::string name = command.argv.at(2).substr(14);
      states_[name] = command.argv.at(3).substr(6);
    }
    if (line.starts_with("sinfo --noheader --all --Node --nodes=")) {
      const std::string names = command.argv.at(4).substr(8);
      std::string text;
      for (const std::string_view name : split(names, ',')) {
        if (const auto node = nodes_.find(name); node != nodes_.end()) {
          text += node->first + "|" + node->second + "\n";
        }
      }
      return client::CommandOutput{.exit_code = 0, .out = text, .err = ""};
    }
    if (line.starts_with("scontrol update NodeName=")) {
      const bool drains = command.argv.at(3) == "State=DRAIN";
      nodes_[command.argv.at(2).substr(9)] =
          drains ? "drained|" + command.argv.at(4).substr(7) : "idle|none";
    }
    if (line.starts_with("squeue")) {
      return client::CommandOutput{.exit_code = 0, .out = queue_, .err = ""};
    }
    if (command.container == "reconfigure") {
      const bool looks = command.argv.back() == "look";
      return client::CommandOutput{
          .exit_code = looks ? 0 : reconfigure_, .out = looks ? "" : reconfigure_says_, .err = ""};
    }
    return client::CommandOutput{};
  }

  // The controllers and kubelets have done their work.
  void settle(const std::string& name) {
    for (const api::Kind* kind : {&api::kinds::stateful_set(), &api::kinds::deployment()}) {
      const client::ObjectList all = client_.list(*kind, {}).value();
      for (const client::ObjectPtr& set : all.items) {
        if (!api::name(*set).starts_with(name + "-")) {
          continue;
        }
        client::Object done = *set;
        const std::int64_t replicas = set->at("spec", "replicas").as_int(1);
        done["status"] = json::Object{{"observedGeneration", set->at("metadata", "generation")},
                                      {"replicas", replicas},
                                      {"readyReplicas", replicas},
                                      {"updatedReplicas", replicas}};
        ASSERT_TRUE(client_.update(*kind, done, client::Part::kStatus).has_value());
      }
    }
  }

  // A cluster that has become ready.
  void make(const std::string& name, const std::string& spec) {
    ASSERT_TRUE(create(name, spec).has_value());
    make_ready(name);
  }
  void make_ready(const std::string& name) {
    reconcile(name);
    settle(name);
    reconcile(name);
    ASSERT_EQ(condition(name, "Ready").at("status").as_string(), "True")
        << condition(name, "Ready").at("message").as_string();
    commands_.forget();
  }
  std::string phase(const std::string& name) {
    return get(*kind_, name).at("status", "rollout", "phase").as_string();
  }
  std::string reason(const std::string& name) {
    return condition(name, "Config").at("reason").as_string();
  }
  std::string image(const std::string& set) {
    return get(api::kinds::stateful_set(), set)
        .at("spec", "template", "spec", "containers")
        .as_array()
        .front()
        .at("image")
        .as_string();
  }
  std::string conf(const std::string& name) {
    return get(api::kinds::config_map(), config_name(name)).at("data", "slurm.conf").as_string();
  }
  // Looks, with everything done in between, until the rollout is over.
  void finish(const std::string& name) {
    for (int i = 0; i < 20 && reason(name) != "Applied"; ++i) {
      settle(name);
      reconcile(name);
    }
  }

  bool answers_ = true;
  // One more reader of it, whose time the test moves.
  void use_fake_clock() {
    reconciler_ = std::make_unique<ClusterReconciler>(
        ClusterReconciler::Parts{client_, time_, *informer_, *events_, commands_});
  }
  std::string version_of(const std::string& name) {
    return api::resource_version(get(*kind_, name));
  }
  json::Value template_of(const std::string& set) {
    return get(api::kinds::stateful_set(), set).at("spec", "template");
  }
  // A machine whose agent is there.
  void add_node(const std::string& name) {
    client::Object node = json::parse_yaml(
                              "{apiVersion: v1, kind: Node, metadata: {labels: "
                              "{sluice.dev/slurm-cluster: x, sluice.dev/slurm-cluster-namespace: "
                              "default}}}")
                              ->front();
    node["metadata"]["name"] = name;
    client::Object made = *client_.create(api::kinds::node(), node).value();
    made["status"] =
        json::parse_yaml("{conditions: [{type: Ready, status: 'True', reason: r}]}")->front();
    ASSERT_TRUE(client_.update(api::kinds::node(), made, client::Part::kStatus).has_value());
  }
  // What its agent, or who has not heard of it, says of a machine since `ago`.
  void say(const std::string& name, const char* ready, Duration ago) {
    client::Object node = *client_.get(api::kinds::node(), {"", name}).value();
    json::Value& condition = node["status"]["conditions"].array().front();
    condition["status"] = ready;
    condition["lastTransitionTime"] = format_rfc3339(time_.now() - ago);
    ASSERT_TRUE(client_.update(api::kinds::node(), node, client::Part::kStatus).has_value());
  }
  json::Value skipped(const std::string& name) {
    return get(*kind_, name).at("status", "rollout", "skipped");
  }
  // Whose slurmd is to be restarted and was not yet.
  std::vector<std::string> asked() {
    std::vector<std::string> names;
    const client::ObjectList all = client_.list(api::kinds::node(), {}).value();
    for (const client::ObjectPtr& node : all.items) {
      const std::string& token = api::annotation(*node, "restart.sluice.dev/slurmd");
      if (!token.empty() && token != api::annotation(*node, "restarted.sluice.dev/slurmd")) {
        names.push_back(api::name(*node));
      }
    }
    return names;
  }
  void obey(const std::string& name) {
    const client::ObjectPtr node = client_.get(api::kinds::node(), {"", name}).value();
    const std::string& token = api::annotation(*node, "restart.sluice.dev/slurmd");
    annotate(name, "restarted.sluice.dev/slurmd", token);
  }
  void annotate(const std::string& node, const char* key, const std::string& value) {
    const json::Value body = json::Object{
        {"metadata", json::Object{{"annotations", json::Object{{key, value}}}}}};
    const auto done = client_.patch(api::kinds::node(), {"", node}, {.body = body});
    ASSERT_TRUE(done.has_value()) << done.error().message;
  }

  FakeClock time_;
  std::map<std::string, std::string> states_;              // of partitions
  std::map<std::string, std::string, std::less<>> nodes_;  // "idle|none": state and reason
  std::string queue_ = "7|PENDING|all|\n";
  int reconfigure_ = 0;
  std::string reconfigure_says_;
};

}  // namespace sluice::clusters
