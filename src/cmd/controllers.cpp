// SPDX-License-Identifier: Apache-2.0
//
// `sluice controllers`: the controllers of `sluice up` in a process of their own, for any
// Kubernetes API server. Several may run; the one that holds the lease acts.
#include <algorithm>

#include "base/files.h"
#include "base/log.h"
#include "cmd/console.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/led_process.h"
#include "cmd/notary.h"
#include "cmd/service.h"
#include "cmd/subcommand.h"
#include "controllers/builtin.h"
#include "controllers/choice.h"
#include "controllers/volumes/standard_class.h"
#include "remote/http_client.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string kubeconfig;
  std::string controllers = "*";
  std::string volumes;
  std::string log_level = "info";
  std::int64_t node_grace = 50;
  std::string signing_certificate;
  std::string signing_key;
  std::string token_key;
  bool no_leader_election = false;
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice controllers [options]",
      .summary =
          "Runs the built-in controllers for any Kubernetes API server, in the foreground, until "
          "SIGTERM.\n"
          "Several may run at a time: the one that holds the lease kube-system/sluice-controllers "
          "acts, the\n"
          "others stand by.",
      .options = {{"kubeconfig", "FILE",
                   "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                   &o.kubeconfig},
                  {"controllers", "LIST",
                   "which run: names, * for all, -name for all but that one: '*,-scheduler'",
                   &o.controllers},
                  {"volumes", "DIR",
                   "directory for volumes of the storage class sluice (default: no such class)",
                   &o.volumes},
                  {"node-monitor-grace-period", "SECONDS",
                   "after how long without a sign of life nobody knows how a node is",
                   &o.node_grace},
                  {"cluster-signing-cert-file", "FILE",
                   "the authority that signs CertificateSigningRequests (default: nobody does)",
                   &o.signing_certificate},
                  {"cluster-signing-key-file", "FILE", "its key", &o.signing_key},
                  {"service-account-private-key-file", "FILE",
                   "signs the tokens of secrets, a key on the curve P-256 (default: they get none)",
                   &o.token_key},
                  {"no-leader-election", "", "act at once; only when no other can run",
                   &o.no_leader_election},
                  {"log-level", "LEVEL", "debug, info, warning or error", &o.log_level}},
      .examples = "  sluice controllers --kubeconfig ~/.kube/config --controllers job,cronjob"};
}

// An API server of its own looks after its APIServices itself.
std::vector<std::string_view> known() {
  const auto all = controllers::Builtin::names();
  std::vector<std::string_view> names(all.begin(), all.end());
  std::erase(names, "apiservice");
  return names;
}

// Nothing when no files are named.
Result<std::optional<http::Credential>> signing_authority(const Options& options) {
  if (options.signing_certificate.empty() != options.signing_key.empty()) {
    return fail(Code::kInvalid,
                "cluster-signing-cert-file and cluster-signing-key-file go together");
  }
  if (options.signing_key.empty()) {
    return std::optional<http::Credential>();
  }
  http::Credential credential;
  TRY_ASSIGN(credential.certificate_pem, read_file(options.signing_certificate));
  TRY_ASSIGN(credential.key_pem, read_file(options.signing_key));
  TRY(http::CertificateAuthority::load(credential).map_error([](Error error) {
    return with_context(std::move(error), "cluster-signing-cert-file");
  }));
  return std::optional(std::move(credential));
}

Result<controllers::TokenMaker> token_maker(const Options& options) {
  if (options.token_key.empty()) {
    return controllers::TokenMaker();
  }
  TRY_ASSIGN(const std::string pem, read_file(options.token_key));
  auto key = http::SigningKey::load(pem);
  if (!key) {
    return tl::unexpected(with_context(key.error(), "service-account-private-key-file"));
  }
  return make_token_maker(*key);
}

// What was chosen but cannot be done without a key.
void explain(const controllers::Builtin::Options& what) {
  const auto chosen = [&](std::string_view name) {
    return std::find(what.names.begin(), what.names.end(), name) != what.names.end();
  };
  if (chosen("csrsigning") && !what.notary.sign) {
    log::info("csrsigning is off: no --cluster-signing-cert-file and --cluster-signing-key-file");
  }
  if (chosen("serviceaccount-token") && !what.tokens) {
    log::info("serviceaccount-token is off: no --service-account-private-key-file");
  }
}

class Process {
 public:
  static Result<std::unique_ptr<Process>> make(const Options& options) {
    TRY_ASSIGN(const auto chosen, controllers::choose(options.controllers, known()));
    auto grace = controllers::NodeGrace::of(options.node_grace);
    if (!grace) {
      return tl::unexpected(with_context(grace.error(), "node-monitor-grace-period"));
    }
    TRY_ASSIGN(auto endpoint, remote::read_kubeconfig(kubeconfig_path(options.kubeconfig)));
    TRY_ASSIGN(const auto authority, signing_authority(options));
    TRY_ASSIGN(auto tokens, token_maker(options));
    std::string ca = endpoint.connection.ca_pem;
    TRY_ASSIGN(auto client, remote::connect(std::move(endpoint)));
    const controllers::Builtin::Options what{.names = chosen,
                                             .ca_pem = std::move(ca),
                                             .volumes = options.volumes,
                                             .node_grace = *grace,
                                             .notary = make_notary(authority),
                                             .review = review_by_server(*client),
                                             .tokens = std::move(tokens)};
    explain(what);
    return std::unique_ptr<Process>(new Process(options, std::move(client), what));
  }

  // Until SIGTERM, or until it must not go on.
  int run(const sigset_t& signals) {
    return process_.run(signals, [this] {
      return makes_volumes_ ? controllers::volumes::publish_class(process_.client())
                            : Result<void>();
    });
  }

 private:
  Process(const Options& options, std::unique_ptr<client::Client> client,
          const controllers::Builtin::Options& what)
      : process_(std::move(client), {.lease = {"kube-system", "sluice-controllers"},
                                     .ready = "controllers run",
                                     .elect = !options.no_leader_election}),
        controllers_(process_.client(), process_.informers(), process_.clock(), what),
        makes_volumes_(!options.volumes.empty()) {
    controllers_.add_to(process_.manager());
  }

  LedProcess process_;
  controllers::Builtin controllers_;
  const bool makes_volumes_;
};

}  // namespace

int run_controllers(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto level = parse_level(options.log_level);
  if (!level) {
    return report(level.error());
  }
  log::set_level(*level);
  const sigset_t signals = block_stop_signals();
  const auto process = Process::make(options);
  return process ? (*process)->run(signals) : report(process.error());
}

}  // namespace sluice::cmd
