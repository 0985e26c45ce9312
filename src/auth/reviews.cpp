// SPDX-License-Identifier: Apache-2.0
#include "auth/reviews.h"

#include <algorithm>

#include "api/validation/faults.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "json/strings.h"

namespace sluice::auth {

namespace {

constexpr std::string_view kAuthentication = "authentication.k8s.io";
constexpr std::string_view kAuthorization = "authorization.k8s.io";

User user_in(const json::Value& spec) {
  User user{.name = spec.at("user").as_string(),
            .groups = json::to_strings(spec.at("groups")),
            .uid = spec.at("uid").as_string()};
  for (const json::Member& entry : spec.at("extra").as_object()) {
    user.extra.emplace_back(entry.key, json::to_strings(entry.value));
  }
  return user;
}

Attributes attributes_in(const json::Value& spec) {
  if (const json::Value* resource = spec.find("resourceAttributes")) {
    return {.verb = resource->at("verb").as_string(),
            .is_resource = true,
            .group = resource->at("group").as_string(),
            .version = resource->at("version").as_string(),
            .ns = resource->at("namespace").as_string(),
            .resource = resource->at("resource").as_string(),
            .name = resource->at("name").as_string(),
            .subresource = resource->at("subresource").as_string()};
  }
  const json::Value& other = spec.at("nonResourceAttributes");
  return {.verb = other.at("verb").as_string(), .path = other.at("path").as_string()};
}

void check_selector(const api::FieldPath& at, const json::Value* selector, api::Faults& faults) {
  if (selector == nullptr) {
    return;
  }
  const json::Value& raw = selector->at("rawSelector");
  const bool listed = !selector->at("requirements").as_array().empty();
  if (!raw.as_string().empty() && listed) {
    faults.invalid(at.child("rawSelector"), raw,
                   "may not specified at the same time as requirements");
  }
  if (raw.as_string().empty() && !listed) {
    faults.required(at.child("requirements"),
                    "when " + at.text() + " is specified, requirements or rawSelector is required");
  }
}

// In upstream's words for its members.
json::Value shown_path(const json::Value& attributes) {
  return json::Object{{"Path", attributes.at("path")}, {"Verb", attributes.at("verb")}};
}

// What every access review must say.
void check_attributes(const json::Value& spec, api::Faults& faults) {
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  const json::Value* resource = spec.find("resourceAttributes");
  const json::Value* other = spec.find("nonResourceAttributes");
  if (resource == nullptr && other == nullptr) {
    faults.invalid(at.child("resourceAttributes"), json::Value(),
                   "exactly one of nonResourceAttributes or resourceAttributes must be specified");
  } else if (resource != nullptr && other != nullptr) {
    faults.invalid(at.child("nonResourceAttributes"), shown_path(*other),
                   "cannot be specified in combination with resourceAttributes");
  }
  if (resource != nullptr) {
    const api::FieldPath attributes = at.child("resourceAttributes");
    check_selector(attributes.child("fieldSelector"), resource->find("fieldSelector"), faults);
    check_selector(attributes.child("labelSelector"), resource->find("labelSelector"), faults);
  }
}

void check_subject(const json::Value& spec, api::Faults& faults) {
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  if (spec.at("user").as_string().empty() && spec.at("groups").as_array().empty()) {
    faults.invalid(at.child("user"), spec.at("user").as_string(),
                   "at least one of user or group must be specified");
  }
}

void check_empty_metadata(const json::Value& metadata, std::string_view rule, api::Faults& faults) {
  const api::FieldPath root;
  const bool empty = std::all_of(
      metadata.as_object().begin(), metadata.as_object().end(), [&](const json::Member& member) {
        return member.key == "creationTimestamp" || member.key == "managedFields" ||
               (member.key == "namespace" && rule != "must be empty");
      });
  if (!empty) {
    faults.invalid(root.child("metadata"), metadata, rule);
  }
}

Result<void> admitted(const Reviews::Question& question) {
  return question.admit ? question.admit(question.object) : Result<void>();
}

Result<void> about_review(Result<void> checked) {
  return std::move(checked).map_error([](Error error) {
    return with_context(std::move(error), "." + std::string(kAuthorization) + " \"\" is invalid");
  });
}

}  // namespace

struct Reviews::Entry {
  std::string_view group;
  std::string_view kind;
  Answer answer;
};

const Reviews::Entry* Reviews::find(const api::Kind& kind) {
  static constexpr Entry kEntries[] = {
      {kAuthentication, "TokenReview", &Reviews::token_review},
      {kAuthentication, "SelfSubjectReview", &Reviews::self_review},
      {kAuthorization, "SubjectAccessReview", &Reviews::access_review},
      {kAuthorization, "LocalSubjectAccessReview", &Reviews::local_access_review},
      {kAuthorization, "SelfSubjectAccessReview", &Reviews::self_access_review},
      {kAuthorization, "SelfSubjectRulesReview", &Reviews::rules_review}};
  const auto* found = std::find_if(
      std::begin(kEntries), std::end(kEntries),
      [&](const auto& entry) { return entry.group == kind.group && entry.kind == kind.kind; });
  return found == std::end(kEntries) ? nullptr : found;
}

bool Reviews::answers(const api::Kind& kind) {
  return find(kind) != nullptr;
}

Result<json::Value> Reviews::answer(const api::Kind& kind, Question question) const {
  const Entry* entry = find(kind);
  if (entry == nullptr) {
    return fail(Code::kUnsupported,
                "the resource " + kind.qualified_resource() + " is not answered by this server");
  }
  return (this->*entry->answer)(question);
}

Result<json::Value> Reviews::token_review(Question& question) const {
  json::Value& object = question.object;
  object["metadata"].erase("namespace");  // it has none
  const std::string& token = object.at("spec", "token").as_string();
  if (token.empty()) {
    return fail(Code::kBadRequest, "token is required for TokenReview in authentication");
  }
  TRY(admitted(question));
  const auto verified =
      parts_.tokens.verify(token, json::to_strings(object.at("spec", "audiences")));
  if (!verified) {
    const std::string& why = verified.error().message;
    const std::string general = "invalid bearer token";
    object["status"] =
        json::Object{{"user", json::Object()},
                     {"error", why == general ? general : "[" + general + ", " + why + "]"}};
    return std::move(object);
  }
  object["status"] = json::Object{
      {"authenticated", true},
      {"user", to_user_info(verified->user)},
      {"audiences", json::Array(verified->audiences.begin(), verified->audiences.end())}};
  return std::move(object);
}

Result<json::Value> Reviews::self_review(Question& question) const {
  TRY(admitted(question));
  json::Value& object = question.object;
  object["metadata"]["creationTimestamp"] = format_rfc3339(parts_.clock.now());
  object["status"] = json::Object{{"userInfo", to_user_info(question.asker)}};
  return std::move(object);
}

json::Value Reviews::decide(const User& user, const json::Value& spec) const {
  const Decision decision = parts_.rbac.decide(user, attributes_in(spec));
  json::Object status{{"allowed", decision.allowed}};
  if (!decision.reason.empty()) {
    status["reason"] = decision.reason;
  }
  return status;
}

Result<json::Value> Reviews::access_review(Question& question) const {
  json::Value& object = question.object;
  const json::Value& spec = object.at("spec");
  api::Faults faults;
  check_attributes(spec, faults);
  check_subject(spec, faults);
  check_empty_metadata(object.at("metadata"), "must be empty", faults);
  TRY(about_review(std::move(faults).result()));
  TRY(admitted(question));
  object["status"] = decide(user_in(spec), spec);
  return std::move(object);
}

Result<json::Value> Reviews::local_access_review(Question& question) const {
  json::Value& object = question.object;
  const std::string ns = api::ns(object).empty() ? question.ns : api::ns(object);
  if (ns != question.ns) {
    return fail(Code::kBadRequest,
                "spec.resourceAttributes.namespace must match namespace: " + question.ns);
  }
  object["metadata"]["namespace"] = question.ns;
  const json::Value& spec = object.at("spec");
  const api::FieldPath root;
  const api::FieldPath at = root.child("spec");
  const api::FieldPath attributes = at.child("resourceAttributes");
  api::Faults faults;
  check_attributes(spec, faults);
  check_subject(spec, faults);
  check_empty_metadata(object.at("metadata"), "must be empty except for namespace", faults);
  const json::Value& asked = spec.at("resourceAttributes", "namespace");
  if (spec.find("resourceAttributes") != nullptr && asked.as_string() != ns) {
    faults.invalid(attributes.child("namespace"), asked.as_string(),
                   "must match metadata.namespace");
  }
  if (const json::Value* other = spec.find("nonResourceAttributes")) {
    faults.invalid(at.child("nonResourceAttributes"), shown_path(*other),
                   "disallowed on this kind of request");
  }
  TRY(about_review(std::move(faults).result()));
  TRY(admitted(question));
  object["status"] = decide(user_in(spec), spec);
  return std::move(object);
}

Result<json::Value> Reviews::self_access_review(Question& question) const {
  json::Value& object = question.object;
  const json::Value& spec = object.at("spec");
  api::Faults faults;
  check_attributes(spec, faults);
  check_empty_metadata(object.at("metadata"), "must be empty", faults);
  TRY(about_review(std::move(faults).result()));
  TRY(admitted(question));
  object["status"] = decide(question.asker, spec);
  return std::move(object);
}

Result<json::Value> Reviews::rules_review(Question& question) const {
  json::Value& object = question.object;
  const std::string ns = object.at("spec", "namespace").as_string();
  if (ns.empty()) {
    return fail(Code::kBadRequest, "no namespace on request");
  }
  TRY(admitted(question));
  std::vector<std::string> errors;
  const Rules rules = parts_.rbac.rules_for(question.asker, ns, errors);
  json::Array resources;
  json::Array others;
  for (const Rule& rule : rules) {
    if (!rule.resources.empty()) {
      resources.push_back(to_resource_rule(rule));
    }
    if (!rule.urls.empty()) {
      others.push_back(to_non_resource_rule(rule));
    }
  }
  json::Object status{{"resourceRules", std::move(resources)},
                      {"nonResourceRules", std::move(others)},
                      {"incomplete", false}};
  if (!errors.empty()) {
    status["evaluationError"] = join(errors, ", ");
  }
  object["metadata"] = json::Object();
  object["spec"] = json::Object();
  object["status"] = std::move(status);
  return std::move(object);
}

}  // namespace sluice::auth
