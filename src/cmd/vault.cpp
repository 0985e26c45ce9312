// SPDX-License-Identifier: Apache-2.0
#include "cmd/vault.h"

#include "base/files.h"
#include "base/text.h"
#include "http/url.h"
#include "json/text.h"

namespace sluice::cmd {
namespace {

constexpr Duration kPatience = std::chrono::seconds(10);
constexpr Duration kKeep = std::chrono::seconds(30);

// Vault says more to the holder of a token than should stand in an object's status.
tl::unexpected<Error> refusal(int status, const std::string& path) {
  switch (status) {
    case 404:
      return fail(Code::kNotFound, "Vault has nothing at \"" + path + "\"");
    case 400:
    case 403:
      return fail(Code::kUnauthorized, "Vault does not let this operator read \"" + path + "\"");
    default:
      return fail(Code::kUnavailable, "Vault answered " + std::to_string(status) + " to \"" + path +
                                          "\"" + (status == 503 ? ": it is sealed" : ""));
  }
}

}  // namespace

Result<std::unique_ptr<Vault>> Vault::open(const VaultOptions& options, Clock& clock) {
  auto address = http::parse_url(options.address);
  if (!address) {
    return tl::unexpected(with_context(std::move(address).error(), "vault-address"));
  }
  if (options.token_file.empty()) {
    return fail(Code::kInvalid, "vault-token-file: expected a file with a token for Vault");
  }
  std::string ca_pem;
  if (!options.ca_file.empty()) {
    TRY_ASSIGN(ca_pem, read_file(options.ca_file));
  }
  TRY_ASSIGN(auto client, http::make_client({.host = address->host,
                                             .port = address->port,
                                             .ca_pem = std::move(ca_pem),
                                             .plain = address->plain}));
  std::string prefix = address->target.substr(0, address->target.find_last_not_of('/') + 1);
  return std::unique_ptr<Vault>(
      new Vault(std::move(client), std::move(prefix), options.token_file, clock));
}

Result<jobs::ReadVault> vault_reader(const VaultOptions& options, Clock& clock) {
  if (options.address.empty()) {
    return jobs::ReadVault();
  }
  TRY_ASSIGN(auto opened, Vault::open(options, clock));
  return [vault = std::shared_ptr<Vault>(std::move(opened))](const std::string& path) {
    return vault->read(path);
  };
}

Result<jobs::Credentials> Vault::read(const std::string& path) {
  {
    const std::scoped_lock lock(mutex_);
    const auto kept = kept_.find(path);
    if (kept != kept_.end() && clock_.steady() < kept->second.until) {
      return kept->second.credentials;
    }
  }
  TRY_ASSIGN(jobs::Credentials credentials, ask(path));
  const std::scoped_lock lock(mutex_);
  kept_[path] = {credentials, clock_.steady() + kKeep};
  return credentials;
}

Result<jobs::Credentials> Vault::ask(const std::string& path) {
  TRY_ASSIGN(const std::string token, read_file(token_file_));
  http::ClientRequest request{.target = prefix_ + "/v1/" + path};
  request.headers.add("X-Vault-Token", std::string(trim(token)));
  TRY_ASSIGN(const http::ClientResponse response, client_->send(request, kPatience));
  if (response.status != 200) {
    return refusal(response.status, path);
  }
  const auto answer = json::parse(response.body);
  const json::Value data = answer ? answer->at("data", "data") : json::Value();
  if (!data.is_object()) {
    return fail(Code::kInvalid, "Vault holds no keys at \"" + path +
                                    "\": expected a path of a key-value store of version 2, "
                                    "MOUNT/data/NAME");
  }
  return jobs::credentials_among(data);
}

}  // namespace sluice::cmd
