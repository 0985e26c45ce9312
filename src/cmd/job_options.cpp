// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_options.h"

#include <filesystem>

#include "base/files.h"
#include "cmd/local_slurm.h"
#include "cmd/result_put.h"
#include "cmd/variable.h"
#include "cmd/vault.h"
#include "cmd/webhook_post.h"

namespace sluice::cmd {
namespace {

Result<std::string> read_known_hosts(const std::string& file) {
  if (!file.empty()) {
    return read_file(file);
  }
  return read_file(std::filesystem::path(variable("HOME")) / ".ssh" / "known_hosts").value_or("");
}

}  // namespace

std::vector<Option> job_options(JobOptions& o) {
  return {{"ssh-known-hosts", "FILE",
           "hosts that SlurmJobs may be submitted to, beside those their Secrets name "
           "(default ~/.ssh/known_hosts)",
           &o.known_hosts},
          {"credentials-dir", "DIR",
           "holds a directory for each credentialsDirectory that SlurmClusterConnections name",
           &o.credentials_dir},
          {"vault-address", "URL",
           "of a Vault that holds credentials of SlurmClusterConnections (vaultPath)",
           &o.vault.address},
          {"vault-token-file", "FILE", "holds the token for it, renewed by an agent",
           &o.vault.token_file},
          {"vault-ca-file", "FILE", "who signed its certificate (default: who this machine trusts)",
           &o.vault.ca_file}};
}

Result<jobs::OperatorOptions> operator_options(const JobOptions& options,
                                               const std::string& slurm_conf, Clock& clock) {
  TRY_ASSIGN(std::string known_hosts, read_known_hosts(options.known_hosts));
  TRY_ASSIGN(jobs::ReadVault vault, vault_reader(options.vault, clock));
  return jobs::OperatorOptions{.known_hosts = std::move(known_hosts),
                               .credentials_dir = options.credentials_dir,
                               .vault = std::move(vault),
                               .local_slurm = local_slurm(slurm_conf),
                               .notify = post_notice,
                               .put = put_result};
}

}  // namespace sluice::cmd
