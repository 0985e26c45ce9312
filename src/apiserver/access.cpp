// SPDX-License-Identifier: Apache-2.0
#include "apiserver/access.h"

#include "apiserver/status.h"
#include "apiserver/streams/pod_streams.h"
#include "apiserver/websocket_token.h"
#include "auth/impersonation.h"
#include "base/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::string_view kExtraHeader = "Impersonate-Extra-";

// Header names cannot hold every character of a key, so it may be percent-encoded.
std::string extra_key(std::string_view header) {
  const std::string key = to_lower(header.substr(kExtraHeader.size()));
  const auto decoded = http::parse_target("/" + key);
  return decoded ? decoded->path.substr(1) : key;
}

auth::Impersonation wanted_impersonation(const http::Request& request) {
  auth::Impersonation wanted;
  for (const auto& [name, value] : request.headers) {
    if (!starts_with_no_case(name, "Impersonate-")) {
      continue;
    }
    if (http::same_name(name, "Impersonate-User")) {
      wanted.user = wanted.user.empty() ? value : wanted.user;
    } else if (http::same_name(name, "Impersonate-Uid")) {
      wanted.uid = wanted.uid.empty() ? value : wanted.uid;
    } else if (http::same_name(name, "Impersonate-Group")) {
      wanted.groups.push_back(value);
    } else if (starts_with_no_case(name, kExtraHeader)) {
      wanted.extra.emplace_back(extra_key(name), value);
    }
  }
  return wanted;
}

http::Response refuse(const Error& error, const auth::Attributes& about) {
  json::Value status =
      to_status(error, {.name = about.name, .group = about.group, .kind = about.resource});
  if (status.find("details") == nullptr) {  // clients see it, though there is nothing in it
    const json::Value code = status.at("code");
    status.erase("code");
    status["details"] = json::Object();
    status["code"] = code;
  }
  return status_response(status);
}

}  // namespace

std::string bearer_token(const http::Request& request) {
  const std::string_view header = trim(request.headers.get("Authorization"));
  const auto words = split(header, ' ');
  return words.size() > 1 && to_lower(words[0]) == "bearer" ? std::string(words[1]) : "";
}

// A certificate was proven with the connection, so it goes first; a token that cannot be checked
// does not make somebody nobody. What is no token at all is not looked at.
Result<auth::User> Access::authenticate(const http::Request& request,
                                        std::vector<std::string>& warnings) const {
  if (!request.peer.name.empty()) {
    auth::User user = auth::certificate_user(request.peer.name, request.peer.groups);
    if (!request.peer.fingerprint.empty()) {
      user.extra.emplace_back("authentication.kubernetes.io/credential-id",
                              std::vector{"X509SHA256=" + request.peer.fingerprint});
    }
    return user;
  }
  const std::string token = bearer_token(request);
  if (!token.empty()) {
    if (const auto verified = tokens_.verify(token)) {
      return verified->user;
    }
  } else if (starts_with_no_case(trim(request.headers.get("Authorization")), "Bearer  ")) {
    warnings.emplace_back(
        "the provided Authorization header contains extra space before the bearer token, and is "
        "ignored");
  }
  TRY_ASSIGN(const auto offered, websocket_token(request));
  if (offered) {
    if (const auto verified = tokens_.verify(*offered)) {
      return verified->user;
    }
  }
  return !token.empty() || offered ? fail(Code::kUnauthorized, "Unauthorized")
                                   : Result<auth::User>(auth::anonymous());
}

void Access::impersonate(const http::Request& request, Admission& admission) const {
  const auth::Impersonation wanted = wanted_impersonation(request);
  if (!wanted.wanted()) {
    return;
  }
  const auto decide = [this](const auth::User& user, const auth::Attributes& attributes) {
    return rbac_.decide(user, attributes);
  };
  auto user = auth::impersonate(admission.requestor, wanted, decide);
  if (user) {
    admission.acting_as = std::move(*user);
  } else {
    admission.refusal = refuse(user.error().error, user.error().wanted);
  }
}

void Access::authorize(const RequestInfo& info, Admission& admission) const {
  auth::Attributes wanted = info;
  if (wanted.name.empty()) {
    wanted.name = info.selected;
  }
  admission.decision = rbac_.decide(admission.user(), wanted);
  if (admission.decision.allowed && PodStreams::needs_create(wanted)) {
    wanted.verb = "create";
    admission.decision = rbac_.decide(admission.user(), wanted);
  }
  if (!admission.decision.allowed) {
    admission.refusal =
        refuse(auth::forbidden(admission.user(), wanted, admission.decision.reason), wanted);
  }
}

Admission Access::admit(const http::Request& request, const RequestInfo& info) const {
  Admission admission;
  auto user = authenticate(request, admission.warnings);
  if (!user) {
    admission.refusal = error_response(user.error());
    return admission;
  }
  admission.requestor = std::move(*user);
  impersonate(request, admission);
  if (!admission.refusal) {
    authorize(info, admission);
  }
  return admission;
}

}  // namespace sluice::apiserver
