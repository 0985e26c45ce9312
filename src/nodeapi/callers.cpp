// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/callers.h"

#include "api/kind.h"
#include "base/text.h"
#include "http/digest.h"
#include "json/text.h"

namespace sluice::nodeapi {
namespace {

constexpr std::size_t kRemembered = 1000;
constexpr std::chrono::minutes kTokensFor{2};
constexpr std::chrono::minutes kAllowedFor{5};
constexpr std::chrono::seconds kDeniedFor{30};

tl::unexpected<Error> nobody() {
  return fail(Code::kUnauthorized, "Unauthorized");
}

json::Value strings(const std::vector<std::string>& words) {
  return json::Array(words.begin(), words.end());
}

std::string_view bearer_token(const http::Request& request) {
  constexpr std::string_view kScheme = "Bearer ";
  const std::string_view header = request.headers.get("Authorization");
  return starts_with_no_case(header, kScheme) ? trim(header.substr(kScheme.size()))
                                              : std::string_view();
}

const api::Kind& token_review() {
  const api::Kind* kind = api::find_kind("authentication.k8s.io/v1", "TokenReview");
  CHECK(kind != nullptr);
  return *kind;
}

json::Value review(const api::Kind& kind, json::Value spec) {
  return json::Object{
      {"apiVersion", kind.api_version()}, {"kind", kind.kind}, {"spec", std::move(spec)}};
}

}  // namespace

Callers::Callers(client::Client& client, const Clock& clock, std::string node_name)
    : client_(client),
      clock_(clock),
      node_name_(std::move(node_name)),
      tokens_(kRemembered),
      access_(kRemembered) {}

Result<Callers::Caller> Callers::authenticate(const http::Request& request) {
  if (!request.peer.name.empty()) {
    return Caller{.name = request.peer.name, .groups = request.peer.groups};
  }
  const std::string_view token = bearer_token(request);
  if (token.empty()) {
    return nobody();
  }
  const std::string digest = http::sha256(token);
  {
    const std::scoped_lock lock(mutex_);
    const auto* known = tokens_.find(digest);
    if (known != nullptr && clock_.steady() < known->until) {
      return known->value;
    }
  }
  TRY_ASSIGN(Caller caller, review_token(token));
  const std::scoped_lock lock(mutex_);
  tokens_[digest] = {caller, clock_.steady() + kTokensFor};
  return caller;
}

Result<Callers::Caller> Callers::review_token(std::string_view token) {
  const api::Kind& kind = token_review();
  const auto answer = client_.create(kind, review(kind, json::Object{{"token", token}}));
  if (!answer) {
    return tl::unexpected(with_context(answer.error(), "asking the API server about a token"));
  }
  const json::Value& status = (*answer)->at("status");
  if (!status.at("authenticated").as_bool()) {
    return nobody();
  }
  Caller caller{.name = status.at("user", "username").as_string(),
                .uid = status.at("user", "uid").as_string(),
                .extra = status.at("user", "extra")};
  for (const json::Value& group : status.at("user", "groups").as_array()) {
    caller.groups.push_back(group.as_string());
  }
  return caller;
}

Result<void> Callers::authorize(const Caller& caller, const std::string& verb,
                                const std::vector<std::string>& subresources) {
  for (const std::string& subresource : subresources) {
    TRY_ASSIGN(const bool allowed, review_access(caller, verb, subresource));
    if (allowed) {
      return {};
    }
  }
  return fail(Code::kForbidden, "Forbidden (user=" + caller.name + ", verb=" + verb +
                                    ", resource=nodes, subresource(s)=[" + join(subresources, " ") +
                                    "])");
}

Result<bool> Callers::review_access(const Caller& caller, const std::string& verb,
                                    const std::string& subresource) {
  const json::Value spec =
      json::Object{{"user", caller.name},
                   {"groups", strings(caller.groups)},
                   {"uid", caller.uid},
                   {"extra", caller.extra},
                   {"resourceAttributes", json::Object{{"verb", verb},
                                                       {"version", "v1"},
                                                       {"resource", "nodes"},
                                                       {"subresource", subresource},
                                                       {"name", node_name_}}}};
  const std::string question = json::write(spec);
  {
    const std::scoped_lock lock(mutex_);
    const auto* known = access_.find(question);
    if (known != nullptr && clock_.steady() < known->until) {
      return known->value;
    }
  }
  const api::Kind& kind = api::kinds::subject_access_review();
  const auto answer = client_.create(kind, review(kind, spec));
  if (!answer) {
    return tl::unexpected(with_context(answer.error(), "asking the API server about access"));
  }
  const bool allowed = (*answer)->at("status", "allowed").as_bool();
  const std::scoped_lock lock(mutex_);
  access_[question] = {allowed, clock_.steady() + (allowed ? Duration(kAllowedFor) : kDeniedFor)};
  return allowed;
}

}  // namespace sluice::nodeapi
