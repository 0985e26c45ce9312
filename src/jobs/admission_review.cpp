// SPDX-License-Identifier: Apache-2.0
#include "jobs/admission_review.h"

namespace sluice::jobs {
namespace {

constexpr const char* kVersion = "admission.k8s.io/v1";

json::Value refusal(const ErrorCause& cause) {
  const json::Value details =
      json::Object{{"causes", json::Array{json::Object{{"reason", cause.reason},
                                                       {"message", cause.message},
                                                       {"field", cause.field}}}}};
  return json::Object{{"code", 422},
                      {"reason", "Invalid"},
                      {"message", cause.field + ": " + cause.message},
                      {"details", details}};
}

}  // namespace

Result<json::Value> answer_review(const json::Value& review, const FindSecretIn& find) {
  return answer_review_by(
      review, [&](const json::Value& request) -> Result<std::optional<ErrorCause>> {
        const json::Value& object = request.at("object");
        if (!needs_check(object, request.at("oldObject"))) {
          return std::nullopt;
        }
        const std::string& ns = request.at("namespace").as_string();
        return objection_to(object, [&](const std::string& name) { return find(ns, name); });
      });
}

Result<json::Value> answer_review_by(const json::Value& review, const CheckRequest& check) {
  const json::Value& request = review.at("request");
  const std::string& uid = request.at("uid").as_string();
  if (review.at("apiVersion").as_string() != kVersion || uid.empty()) {
    return fail(Code::kInvalid, std::string("expected an AdmissionReview of ") + kVersion +
                                    " with a request and its uid");
  }
  json::Value response = json::Object{{"uid", uid}, {"allowed", true}};
  // What cannot be told now, the status tells later.
  if (const auto objection = check(request); objection && *objection) {
    response["allowed"] = false;
    response["status"] = refusal(**objection);
  }
  return json::Value(json::Object{
      {"apiVersion", kVersion}, {"kind", "AdmissionReview"}, {"response", std::move(response)}});
}

}  // namespace sluice::jobs
