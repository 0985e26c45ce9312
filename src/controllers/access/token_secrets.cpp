// SPDX-License-Identifier: Apache-2.0
#include "controllers/access/token_secrets.h"

#include "base/text.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

constexpr const char* kType = "kubernetes.io/service-account-token";
constexpr const char* kName = "kubernetes.io/service-account.name";
constexpr const char* kUid = "kubernetes.io/service-account.uid";
constexpr const char* kByAccount = "account of a token";

bool is_token(const client::Object& secret) {
  return secret.at("type").as_string() == kType && !api::annotation(secret, kName).empty();
}

std::string path(const std::string& ns, const std::string& name) {
  return api::to_string({ns, name});
}

std::vector<std::string> account_named(const client::Object& secret) {
  return is_token(secret) ? std::vector{path(api::ns(secret), api::annotation(secret, kName))}
                          : std::vector<std::string>{};
}

// False: it is not there.
bool drop_mention(json::Array& secrets, const std::string& name) {
  return std::erase_if(secrets, [&](const json::Value& mentioned) {
           return mentioned.at("name").as_string() == name;
         }) > 0;
}

}  // namespace

Result<client::Object> access::filled(const client::Object& secret, const client::Object& account,
                                      const std::string& ca_pem, const TokenMaker& make) {
  client::Object full = secret;
  const json::Value& data = secret.at("data");
  if (!ca_pem.empty() && data.at("ca.crt").as_string() != base64_encode(ca_pem)) {
    full["data"]["ca.crt"] = base64_encode(ca_pem);
  }
  if (data.at("namespace").as_string().empty()) {
    full["data"]["namespace"] = base64_encode(api::ns(secret));
  }
  if (data.at("token").as_string().empty()) {
    TRY_ASSIGN(const std::string token, make(account, secret));
    full["data"]["token"] = base64_encode(token);
  }
  if (full != secret) {
    full["metadata"]["annotations"][kName] = api::name(account);
    full["metadata"]["annotations"][kUid] = api::uid(account);
  }
  return full;
}

TokenSecrets::TokenSecrets(client::Client& client, runtime::Informers& informers,
                           std::string ca_pem, TokenMaker make)
    : client_(client),
      secrets_(informers.of(api::kinds::secret())),
      accounts_(informers.of(api::kinds::service_account())),
      ca_pem_(std::move(ca_pem)),
      make_(std::move(make)) {
  secrets_.add_index(kByAccount, account_named);
}

void TokenSecrets::connect(runtime::Controller& controller) {
  controller.watch(secrets_, [](const runtime::Change& change) {
    return is_token(change.object()) ? std::vector{api::key(change.object())}
                                     : std::vector<api::Key>{};
  });
  controller.watch(accounts_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    const std::string account = api::to_string(api::key(change.object()));
    for (const client::ObjectPtr& secret : secrets_.by_index(kByAccount, account)) {
      keys.push_back(api::key(*secret));
    }
    return keys;
  });
}

Result<runtime::Requeue> TokenSecrets::reconcile(const api::Key& key) {
  const client::ObjectPtr secret = secrets_.get(key);
  if (secret == nullptr) {
    TRY(drop_references(key));
    return runtime::Requeue{};
  }
  if (!is_token(*secret) || api::is_being_deleted(*secret)) {
    return runtime::Requeue{};
  }
  TRY_ASSIGN(const client::ObjectPtr account, account_of(*secret));
  if (account == nullptr) {
    TRY(done_or_gone(client_.remove(secrets_.kind(), key, {.uid = api::uid(*secret)})));
    return runtime::Requeue{};
  }
  TRY_ASSIGN(const client::Object full, access::filled(*secret, *account, ca_pem_, make_));
  if (full != *secret) {
    TRY(done_or_gone(client_.update(secrets_.kind(), full)));
  }
  return runtime::Requeue{};
}

// The server has the last word before a secret is deleted.
Result<client::ObjectPtr> TokenSecrets::account_of(const client::Object& secret) {
  const api::Key key{api::ns(secret), api::annotation(secret, kName)};
  const std::string& uid = api::annotation(secret, kUid);
  const auto is_meant = [&](const client::ObjectPtr& account) {
    return account != nullptr && (uid.empty() || uid == api::uid(*account));
  };
  if (const client::ObjectPtr seen = accounts_.get(key); is_meant(seen)) {
    return seen;
  }
  const auto found = client_.get(accounts_.kind(), key);
  TRY(done_or_gone(found));
  return found && is_meant(*found) ? *found : client::ObjectPtr();
}

// Asks the server: what the informer has not seen yet would never be looked at again.
Result<void> TokenSecrets::drop_references(const api::Key& secret) {
  TRY_ASSIGN(const client::ObjectList accounts, client_.list(accounts_.kind(), {.ns = secret.ns}));
  for (const client::ObjectPtr& account : accounts.items) {
    client::Object changed = *account;
    if (changed.find("secrets") != nullptr &&
        drop_mention(changed["secrets"].array(), secret.name)) {
      TRY(done_or_gone(client_.update(accounts_.kind(), changed)));
    }
  }
  return {};
}

}  // namespace sluice::controllers
