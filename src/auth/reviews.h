// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "api/kind.h"
#include "auth/rbac.h"
#include "auth/service_account_tokens.h"
#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::auth {

// The questions about access that are asked by creating an object nobody stores: TokenReview,
// SelfSubjectReview, the three access reviews and SelfSubjectRulesReview. Everything referred to
// outlives it. Thread-safe.
class Reviews {
 public:
  struct Parts {
    const Rbac& rbac;
    const ServiceAccountTokens& tokens;
    const Clock& clock;
  };
  explicit Reviews(Parts parts) : parts_(parts) {}

  struct Question {
    const User& asker;
    std::string ns;      // of the URL
    json::Value object;  // of the kind's type
    // Asked about what is valid, before it is answered; empty: it may.
    std::function<Result<void>(const json::Value& object)> admit = {};
  };
  // Whether this is one of the kinds answered here.
  static bool answers(const api::Kind& kind);

  // The object with its status filled in. Invalid or BadRequest in upstream's words.
  Result<json::Value> answer(const api::Kind& kind, Question question) const;

 private:
  using Answer = Result<json::Value> (Reviews::*)(Question&) const;
  struct Entry;
  static const Entry* find(const api::Kind& kind);

  Result<json::Value> token_review(Question& question) const;
  Result<json::Value> self_review(Question& question) const;
  Result<json::Value> access_review(Question& question) const;
  Result<json::Value> local_access_review(Question& question) const;
  Result<json::Value> self_access_review(Question& question) const;
  Result<json::Value> rules_review(Question& question) const;
  json::Value decide(const User& user, const json::Value& spec) const;

  Parts parts_;
};

}  // namespace sluice::auth
