// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "cmd/vault_options.h"
#include "http/client.h"
#include "jobs/target_finder.h"

namespace sluice::cmd {

// Credentials in a Vault's key-value store, version 2. What was read is kept for a moment: every
// look at a job asks. Thread-safe.
class Vault {
 public:
  // Invalid: the address is none, or there is no token.
  static Result<std::unique_ptr<Vault>> open(const VaultOptions& options, Clock& clock);

  // "secret/data/hpc", as Vault's API writes it. NotFound: there is nothing. Unauthorized: the
  // token is refused. Unavailable: Vault does not answer, or is sealed.
  Result<jobs::Credentials> read(const std::string& path);

 private:
  struct Kept {
    jobs::Credentials credentials;
    SteadyTime until{};
  };
  Vault(std::unique_ptr<http::Client> client, std::string prefix, std::filesystem::path token_file,
        Clock& clock)
      : client_(std::move(client)),
        prefix_(std::move(prefix)),
        token_file_(std::move(token_file)),
        clock_(clock) {}
  Result<jobs::Credentials> ask(const std::string& path);

  const std::unique_ptr<http::Client> client_;
  const std::string prefix_;  // of the URL
  const std::filesystem::path token_file_;
  Clock& clock_;
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;  // by path
};

// Empty without an address.
Result<jobs::ReadVault> vault_reader(const VaultOptions& options, Clock& clock);

}  // namespace sluice::cmd
