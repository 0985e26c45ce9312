// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apiserver/request_info.h"
#include "auth/rbac.h"
#include "auth/service_account_tokens.h"
#include "base/result.h"
#include "http/message.h"

namespace sluice::apiserver {

// What the gate made of a request.
struct Admission {
  auth::User requestor = auth::anonymous();  // as proven
  std::optional<auth::User> acting_as = {};  // by impersonation
  auth::Decision decision = {};
  std::optional<http::Response> refusal = {};  // the answer, when it may not go on
  std::vector<std::string> warnings = {};      // for who asks

  const auth::User& user() const { return acting_as ? *acting_as : requestor; }
};

// The gate every request passes: who asks (client certificate, bearer token or nobody), as whom
// they want to act, and whether they may. Thread-safe. Registry and clock must outlive it.
class Access {
 public:
  Access(const registry::Registry& registry, const Clock& clock, http::SigningKey token_key)
      : rbac_(registry), tokens_(registry, clock, std::move(token_key)) {}

  Admission admit(const http::Request& request, const RequestInfo& info) const;

  const auth::Rbac& rbac() const { return rbac_; }
  const auth::ServiceAccountTokens& tokens() const { return tokens_; }

 private:
  Result<auth::User> authenticate(const http::Request& request,
                                  std::vector<std::string>& warnings) const;
  void impersonate(const http::Request& request, Admission& admission) const;
  void authorize(const RequestInfo& info, Admission& admission) const;

  auth::Rbac rbac_;
  auth::ServiceAccountTokens tokens_;
};

// The token of an Authorization header, or empty.
std::string bearer_token(const http::Request& request);

}  // namespace sluice::apiserver
