// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "apiserver/admission/dynamic_admission.h"
#include "base/text.h"
#include "json/text.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {

// A cluster with webhooks that are functions: each is found by the host of its URL. Keeps what they
// were asked.
class WebhookCluster {
 public:
  using Hook = std::function<Result<json::Value>(const json::Value& request)>;

  WebhookCluster() { cluster.registry.admit_with(admission); }

  // `members` of the webhook go before the usual ones: R"({"failurePolicy":"Ignore"})"
  void add(const std::string& kind, const std::string& name, Hook hook,
           std::string_view members = "{}") {
    hooks_[name] = std::move(hook);
    json::Value webhook = registry::json_of(R"({"sideEffects":"None",
        "admissionReviewVersions":["v1"],"rules":[{"operations":["*"],"apiGroups":[""],
        "apiVersions":["v1"],"resources":["configmaps","pods/exec"]}]})");
    webhook["name"] = name + ".example.com";
    webhook["clientConfig"]["url"] = "https://" + name + "/";
    const json::Value more = registry::json_of(members);
    for (const json::Member& member : more.as_object()) {
      webhook[member.key] = member.value;
    }
    const json::Value configuration = json::Object{{"metadata", json::Object{{"name", name}}},
                                                   {"webhooks", json::Array{std::move(webhook)}}};
    cluster.create(
        *api::find_kind("admissionregistration.k8s.io/v1", kind + "WebhookConfiguration"),
        json::write(configuration));
  }

  Result<registry::Written> create_map(const std::string& name,
                                       const registry::WriteOptions& options = {}) {
    registry::WriteOptions with_notes = options;
    with_notes.by = {.user = registry::json_of(R"({"username":"ann","groups":["dev"]})"),
                     .notes = &notes,
                     .time_left = options.by.time_left};
    return cluster.registry.create(api::kinds::config_map(), "default",
                                   registry::json_of(R"({"metadata":{"name":")" + name + R"("}})"),
                                   with_notes);
  }
  std::string refusal(const std::string& name) {
    const auto written = create_map(name);
    return written ? "" : written.error().message;
  }
  std::vector<json::Value> asked() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(asked_, {});
  }
  std::vector<Duration> timeouts() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(timeouts_, {});
  }

  registry::TestCluster cluster;
  registry::Notes notes;
  DynamicAdmission admission{
      cluster.registry,
      [this](const json::Value& config, const json::Value& review, Duration timeout) {
        return call(config, review, timeout);
      }};

 private:
  // `hooks_` is complete before the first call.
  Result<json::Value> call(const json::Value& config, const json::Value& review,
                           Duration timeout) {
    const json::Value& request = review.at("request");
    {
      const std::scoped_lock lock(mutex_);
      asked_.push_back(request);
      timeouts_.push_back(timeout);
    }
    const std::string& url = config.at("url").as_string();
    TRY_ASSIGN(json::Value response, hooks_.at(url.substr(8, url.size() - 9))(request));
    response["uid"] = request.at("uid");
    return json::Value(json::Object{{"apiVersion", "admission.k8s.io/v1"},
                                    {"kind", "AdmissionReview"},
                                    {"response", std::move(response)}});
  }

  std::map<std::string, Hook> hooks_;
  std::mutex mutex_;
  std::vector<json::Value> asked_;
  std::vector<Duration> timeouts_;
};

inline Result<json::Value> allow(const json::Value&) {
  return json::Value(json::Object{{"allowed", true}});
}

// Answers with a patch that sets data.<member> to "1".
inline WebhookCluster::Hook setting(const std::string& member) {
  return [member](const json::Value& request) -> Result<json::Value> {
    const bool first = request.find("object", "data") == nullptr;
    const std::string patch =
        first ? R"([{"op":"add","path":"/data","value":{")" + member + R"(":"1"}}])"
              : R"([{"op":"add","path":"/data/)" + member + R"(","value":"1"}])";
    return json::Value(json::Object{
        {"allowed", true}, {"patchType", "JSONPatch"}, {"patch", base64_encode(patch)}});
  };
}

}  // namespace sluice::apiserver
