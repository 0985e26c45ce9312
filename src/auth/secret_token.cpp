// SPDX-License-Identifier: Apache-2.0
#include "auth/secret_token.h"

#include "api/meta.h"
#include "auth/jwt.h"
#include "auth/user.h"

namespace sluice::auth {

Result<std::string> sign_secret_token(const http::SigningKey& key, const json::Value& account,
                                      const json::Value& secret) {
  const std::string about = "kubernetes.io/serviceaccount/";
  return sign_jwt(key, json::Object{{"iss", kSecretTokenIssuer},
                                    {about + "namespace", api::ns(account)},
                                    {about + "secret.name", api::name(secret)},
                                    {about + "service-account.name", api::name(account)},
                                    {about + "service-account.uid", api::uid(account)},
                                    {"sub", service_account_name(api::key(account))}});
}

}  // namespace sluice::auth
