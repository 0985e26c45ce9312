// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Makes the lasting token of an account that is kept in a secret. Null: there is no key here.
using TokenMaker =
    std::function<Result<std::string>(const client::Object& account, const client::Object& secret)>;

namespace access {

// The secret with what it lacks of token, namespace and authority, and with its account's name and
// UID when it lacked something. An empty `ca_pem` is not needed. Pure but for `make`.
Result<client::Object> filled(const client::Object& secret, const client::Object& account,
                              const std::string& ca_pem, const TokenMaker& make);

}  // namespace access

// Fills secrets of type kubernetes.io/service-account-token with a token of the account they name,
// deletes them with it, and takes those that are gone from the account's list of secrets.
class TokenSecrets final : public runtime::Reconciler {
 public:
  TokenSecrets(client::Client& client, runtime::Informers& informers, std::string ca_pem,
               TokenMaker make);

  // Secrets are work: when they change, and when the account they name does.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<client::ObjectPtr> account_of(const client::Object& secret);  // null: there is none
  Result<void> drop_references(const api::Key& secret);

  client::Client& client_;
  runtime::Informer& secrets_;
  runtime::Informer& accounts_;
  const std::string ca_pem_;
  const TokenMaker make_;
};

}  // namespace sluice::controllers
