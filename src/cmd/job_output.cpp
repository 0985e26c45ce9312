// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_output.h"

#include <iostream>

#include "base/files.h"
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "jobs/credentials.h"
#include "jobs/job_spec.h"
#include "jobs/run_files.h"
#include "jobs/runs_by_commands.h"
#include "ssh/connection.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string host;
  std::int64_t port = 22;
  std::string uid;
  std::int64_t run = 1;
  std::int64_t task = -1;
  std::string credentials_dir;
  std::string known_hosts;
};

Usage usage(Options& o) {
  return {
      .synopsis = "sluice job output --host HOST --uid UID --credentials-dir DIR [options]",
      .summary =
          "Prints what a run of a SlurmJob printed, from the machine it was submitted on, "
          "without a Kubernetes:\nwhat the pods do that `sluice operator --result-image` makes.",
      .options = {{"host", "HOST", "the machine", &o.host},
                  {"port", "PORT", "of its SSH server", &o.port},
                  {"uid", "UID", "of the SlurmJob", &o.uid},
                  {"run", "N", "which of its runs", &o.run},
                  {"task", "N", "of an array: which of its tasks", &o.task},
                  {"credentials-dir", "DIR",
                   "a file for each key of the job's Secret: user, passwd or privateKey, "
                   "knownHosts",
                   &o.credentials_dir},
                  {"known-hosts", "FILE", "more lines of known_hosts", &o.known_hosts}},
      .examples =
          "  sluice job output --host login.example.org --uid "
          "65704672-adcd-420c-8530-659fc5b4b404 --credentials-dir /run/login"};
}

Result<ssh::Endpoint> endpoint_of(const Options& options) {
  TRY_ASSIGN(const std::uint16_t port, jobs::read_port(options.port, "port"));
  TRY_ASSIGN(const jobs::Credentials credentials, jobs::read_credentials(options.credentials_dir));
  if (const auto lack = jobs::lacking(credentials)) {
    return fail(Code::kInvalid, "credentials-dir: " + *lack);
  }
  std::string hosts;
  if (!options.known_hosts.empty()) {
    TRY_ASSIGN(hosts, read_file(options.known_hosts));
  }
  return jobs::endpoint_of(options.host, port, credentials, hosts);
}

Result<void> print(const Options& options) {
  TRY_ASSIGN(const ssh::Endpoint endpoint, endpoint_of(options));
  RealClock clock;
  jobs::RunsByCommands runs(endpoint.user, std::make_unique<ssh::Connection>(endpoint, clock));
  const jobs::Task task = options.task < 0 ? std::nullopt : jobs::Task(options.task);
  for (std::int64_t offset = 0;;) {
    TRY_ASSIGN(const std::string piece,
               runs.output({options.uid, options.run}, task, offset, jobs::kFilePiece));
    if (piece.empty()) {
      return {};
    }
    std::cout << piece << std::flush;
    offset += static_cast<std::int64_t>(piece.size());
  }
}

}  // namespace

int job_output(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (options.host.empty() || options.uid.empty() || options.credentials_dir.empty() ||
      !parsed.rest.empty()) {
    return usage_error(
        "job output: expected --host, --uid and --credentials-dir. See sluice job output --help");
  }
  const auto printed = print(options);
  return printed ? kExitOk : report(printed.error());
}

}  // namespace sluice::cmd
