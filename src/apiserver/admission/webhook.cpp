// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/webhook.h"

#include <algorithm>
#include <utility>

#include "api/admission_variables.h"
#include "apiserver/admission/review.h"
#include "base/random.h"
#include "base/text.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::string_view kReviewVersion = "admission.k8s.io/v1";

Webhook parse_webhook(const json::Value& hook) {
  Webhook webhook;
  webhook.name = hook.at("name").as_string();
  webhook.match = RequestMatch::parse(hook, "rules");
  webhook.conditions =
      parse_conditions(hook.at("matchConditions"), api::admission_variables({.params = false}));
  webhook.client_config = hook.at("clientConfig");
  webhook.ignore_failures = hook.at("failurePolicy").as_string() == "Ignore";
  webhook.reinvoke = hook.at("reinvocationPolicy").as_string() == "IfNeeded";
  const json::Array& versions = hook.at("admissionReviewVersions").as_array();
  webhook.understands = std::any_of(versions.begin(), versions.end(),
                                    [](const json::Value& v) { return v.as_string() == "v1"; });
  webhook.timeout = std::chrono::seconds(hook.at("timeoutSeconds").as_int(10));
  return webhook;
}

std::string group_kind(const json::Value& review) {
  const std::string& version = review.at("apiVersion").as_string();
  const std::size_t slash = version.find('/');
  const bool grouped = slash != std::string::npos;
  return (grouped ? version.substr(0, slash) : "") + "/" +
         (grouped ? version.substr(slash + 1) : version) +
         ", Kind=" + review.at("kind").as_string();
}

// Patch and patchType come together, and from mutating webhooks only.
std::string patch_fault(const json::Value& response, bool mutating) {
  const bool patch = !response.at("patch").as_string().empty();
  const bool type = !response.at("patchType").is_null();
  if (!mutating) {
    return patch  ? "validating webhook may not return response.patch"
           : type ? "validating webhook may not return response.patchType"
                  : "";
  }
  if (patch != type) {
    return patch ? "webhook returned response.patch but not response.patchType"
                 : "webhook returned response.patchType but not response.patch";
  }
  return "";
}

std::string answer_fault(const json::Value& review, const std::string& uid, bool mutating) {
  const json::Value& response = review.at("response");
  if (response.is_null()) {
    return "webhook response was absent";
  }
  if (response.at("uid").as_string() != uid) {
    return "expected response.uid=\"" + uid + "\", got \"" + response.at("uid").as_string() + "\"";
  }
  if (review.at("apiVersion").as_string() != kReviewVersion ||
      review.at("kind").as_string() != "AdmissionReview") {
    return "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got " +
           group_kind(review);
  }
  return patch_fault(response, mutating);
}

Code code_of(std::int64_t status) {
  switch (status) {
    case 400:
      return Code::kBadRequest;
    case 404:
      return Code::kNotFound;
    case 409:
      return Code::kConflict;
    case 422:
      return Code::kInvalid;
    case 429:
      return Code::kTooManyRequests;
    default:
      return status >= 500 ? Code::kInternal : Code::kForbidden;
  }
}

// The webhook's own Status, completed.
Error refusal(const Webhook& webhook, const json::Value& result) {
  const std::string denied = "admission webhook \"" + webhook.name + "\" denied the request";
  const std::string& message = result.at("message").as_string();
  const std::string& reason = result.at("reason").as_string();
  const std::string& why = message.empty() ? reason : message;
  const std::int64_t code = std::max<std::int64_t>(result.at("code").as_int(), 400);
  Error error{code_of(code), why.empty() ? denied + " without explanation" : denied + ": " + why};
  json::Object status{{"kind", "Status"},
                      {"apiVersion", "v1"},
                      {"metadata", json::Object()},
                      {"status", "Failure"},
                      {"message", error.message}};
  if (!reason.empty()) {
    status["reason"] = reason;
  }
  if (const json::Value* details = result.find("details")) {
    status["details"] = *details;
  }
  status["code"] = code;
  error.verbatim = json::write(json::Value(std::move(status)));
  return error;
}

WebhookAnswer failure(std::string why) {
  return {.failure = Error{Code::kUnavailable, std::move(why)}};
}

Result<json::Value> decode_patch(const json::Value& response) {
  const std::string& type = response.at("patchType").as_string();
  if (!response.at("patchType").is_null() && type != "JSONPatch") {
    return fail(Code::kInvalid, "unsupported patch type \"" + type + "\"");
  }
  const std::string& text = response.at("patch").as_string();
  if (text.empty()) {
    return json::Value();
  }
  auto decoded = base64_decode(text);
  auto patch = decoded ? json::parse(*decoded) : tl::unexpected(decoded.error());
  if (!patch || !patch->is_array()) {
    return fail(Code::kInvalid, "received undecodable patch in webhook response: " +
                                    (patch ? "expected a list" : patch.error().message));
  }
  return patch;
}

WebhookAnswer read_answer(const Webhook& webhook, const json::Value& response) {
  WebhookAnswer answer;
  for (const json::Member& note : response.at("auditAnnotations").as_object()) {
    answer.annotations[webhook.name + "/" + note.key] = note.value.as_string();
  }
  answer.warnings = json::to_strings(response.at("warnings"));
  if (!response.at("allowed").as_bool()) {
    answer.refusal = refusal(webhook, response.at("status"));
    return answer;
  }
  auto patch = decode_patch(response);
  if (!patch) {
    answer.failure = patch.error();
  } else {
    answer.patch = std::move(*patch);
  }
  return answer;
}

}  // namespace

WebhookList Webhook::parse_all(const json::Value& configuration) {
  WebhookList webhooks;
  for (const json::Value& hook : configuration.at("webhooks").as_array()) {
    Webhook webhook = parse_webhook(hook);
    webhook.configuration = api::name(configuration);
    webhook.mutating = configuration.at("kind").as_string() == "MutatingWebhookConfiguration";
    webhooks.push_back(std::make_shared<const Webhook>(std::move(webhook)));
  }
  return webhooks;
}

WebhookAnswer ask(const WebhookQuestion& question, const PostReview& post) {
  const Webhook& webhook = question.webhook;
  if (!webhook.understands) {
    return failure(
        "could not create admission objects: webhook does not accept known AdmissionReview "
        "versions (v1, v1beta1)");
  }
  const std::string uid = random_uuid();
  const auto review =
      post(webhook.client_config, admission_review(uid, question.request, question.objects),
           question.timeout);
  if (!review && review.error().code == Code::kTooManyRequests) {
    return {.refusal = review.error()};  // it was not asked, so that nothing may be let through
  }
  if (!review) {
    return failure("failed to call webhook: " + review.error().message);
  }
  if (const std::string fault = answer_fault(*review, uid, webhook.mutating); !fault.empty()) {
    return failure("received invalid webhook response: " + fault);
  }
  return read_answer(webhook, review->at("response"));
}

Result<api::KindPtr> wanted_by(const Webhook& webhook, RequestView& view, const auth::Rbac& rbac) {
  TRY_ASSIGN(api::KindPtr kind, webhook.match.find(view));
  if (kind == nullptr || webhook.conditions.empty()) {
    return kind;
  }
  TRY_ASSIGN(Evaluator evaluator,
             Evaluator::make({.view = view, .as = *kind, .rbac = rbac}, kConditionsBudget));
  const auto holds = all_hold(webhook.conditions, evaluator, webhook.ignore_failures);
  if (!holds) {
    return tl::unexpected(registry::refused(view.request(), holds.error().message));
  }
  return *holds ? kind : nullptr;
}

Error failed_call(const Webhook& webhook, const Error& failure) {
  const std::string why = "failed calling webhook \"" + webhook.name + "\": " + failure.message;
  Error error{Code::kInternal, "Internal error occurred: " + why};
  error.causes.push_back({.reason = "", .message = why, .field = ""});
  const json::Value status = json::Object{
      {"kind", "Status"},
      {"apiVersion", "v1"},
      {"metadata", json::Object()},
      {"status", "Failure"},
      {"message", error.message},
      {"reason", "InternalError"},
      {"details", json::Object{{"causes", json::Array{json::Object{{"message", why}}}}}},
      {"code", 500}};
  error.verbatim = json::write(status);
  return error;
}

}  // namespace sluice::apiserver
