// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/result.h"
#include "client/client.h"
#include "controllers/access/token_secrets.h"
#include "controllers/certificates/approving_controller.h"
#include "controllers/certificates/notary.h"
#include "http/certificates.h"
#include "http/signing_key.h"
#include "registry/local_client.h"
#include "registry/registry.h"

namespace sluice::cmd {

// The cryptography that controllers are handed, made of keys they do not see. Without an authority
// it reads requests but signs nothing.
controllers::Notary make_notary(const std::optional<http::Credential>& authority);

// Asks this registry's policy, which outlives it, or the server at the other end.
controllers::RequestReview review_by_policy(const registry::Registry& registry);
controllers::RequestReview review_by_server(client::Client& client);

// Tokens that pods ask for through a client in this process. Registry and clock outlive it.
Result<registry::LocalClient::TokenIssuer> make_token_issuer(const http::SigningKey& key,
                                                             const registry::Registry& registry,
                                                             const Clock& clock);

// Makes tokens for secrets, with a copy of the key.
Result<controllers::TokenMaker> make_token_maker(const http::SigningKey& key);

}  // namespace sluice::cmd
