// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apiserver/admission/expressions.h"
#include "apiserver/admission/request_match.h"
#include "apiserver/webhook_caller.h"

namespace sluice::apiserver {

// One webhook of a MutatingWebhookConfiguration or ValidatingWebhookConfiguration. Immutable.
struct Webhook {
  std::string configuration;
  std::string name;
  bool mutating = false;
  RequestMatch match;
  std::vector<MatchCondition> conditions;
  json::Value client_config;
  bool ignore_failures = false;
  bool reinvoke = false;
  bool understands = false;  // reviews of the version that is sent
  std::chrono::seconds timeout{10};

  static std::vector<std::shared_ptr<const Webhook>> parse_all(const json::Value& configuration);
  std::string id() const { return configuration + "/" + name; }
};

using WebhookList = std::vector<std::shared_ptr<const Webhook>>;  // shared with requests under way

// What a webhook said.
struct WebhookAnswer {
  std::optional<Error> failure = {};  // there is no answer, or none that could be understood
  std::optional<Error> refusal = {};
  json::Value patch = {};  // a list of operations, or null
  std::vector<std::string> warnings = {};
  std::map<std::string, std::string> annotations = {};
};

// What is sent to a webhook.
struct WebhookQuestion {
  const Webhook& webhook;
  json::Value request;  // admission_request()
  VersionedObjects objects;
  Duration timeout;  // that of the webhook, or what is left of the request's
};

// Asks; takes as long as the timeout at most. Thread-safe.
WebhookAnswer ask(const WebhookQuestion& question, const PostReview& post);

// Whether the webhook is for this request, and as which kind; null when it is not.
Result<api::KindPtr> wanted_by(const Webhook& webhook, RequestView& view, const auth::Rbac& rbac);

// `failed calling webhook "x": …`, as the caller of the API sees it.
Error failed_call(const Webhook& webhook, const Error& failure);

}  // namespace sluice::apiserver
