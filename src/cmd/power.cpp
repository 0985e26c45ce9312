// SPDX-License-Identifier: Apache-2.0
//
// `sluice resume` and `sluice suspend`: Slurm's ResumeProgram, SuspendProgram and
// ResumeFailProgram. slurmctld runs them with a list of nodes, waits for nobody, and tells nobody
// what they print; what goes wrong is therefore told in the reason of the node.
#include "machines/power.h"

#include <algorithm>
#include <functional>

#include "api/label_syntax.h"
#include "base/command.h"
#include "cmd/console.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/persistence.h"
#include "cmd/subcommand.h"
#include "detach/command_slurm_nodes.h"
#include "machines/cluster_api.h"
#include "pools/deployment.h"
#include "remote/http_client.h"
#include "runtime/definitions.h"
#include "slurm/host_list.h"

namespace sluice::cmd {
namespace {

constexpr std::size_t kLongestReason = 200;

struct Options {
  std::string kubeconfig;
  std::string ns = "default";
  std::string like;
  std::int64_t patience = 60;
  bool failed = false;
};

std::vector<Option> shared_options(Options& o) {
  return {{"kubeconfig", "FILE",
           "of who may read and change MachineDeployments (default $KUBECONFIG or ~/.kube/config)",
           &o.kubeconfig},
          {"namespace", "NAME", "where the MachineDeployments are", &o.ns},
          {"like", "NAME", "the MachineDeployment that is the pattern for those of nodes", &o.like},
          {"patience", "SECONDS",
           "how long an API server that does not answer is tried again, for all nodes together",
           &o.patience}};
}

Usage resume_usage(Options& o) {
  return {.synopsis = "sluice resume --like NAME [options] NODES",
          .summary =
              "Has a machine of Cluster API made for each of these nodes of Slurm's power saving "
              "(State=CLOUD),\n"
              "by a MachineDeployment of its own, a copy of the one named. For slurm.conf's "
              "ResumeProgram, by a\n"
              "script with the options. A node whose machine cannot be asked for is set DOWN, with "
              "the reason.",
          .options = shared_options(o),
          .examples =
              "  sluice resume --kubeconfig /etc/sluice/power.kubeconfig --like cloud "
              "'cloud-[1-3]'"};
}

Usage suspend_usage(Options& o) {
  Usage usage{
      .synopsis = "sluice suspend --like NAME [options] NODES",
      .summary =
          "Has the machines of these nodes of Slurm's power saving taken away. For "
          "slurm.conf's\n"
          "SuspendProgram and, with --failed, ResumeFailProgram, by scripts with the options.",
      .options = shared_options(o),
      .examples =
          "  sluice suspend --kubeconfig /etc/sluice/power.kubeconfig --like cloud "
          "'cloud-[1-3]'"};
  usage.options.push_back({"failed", "",
                           "the nodes have not come in time: tell Slurm why, in their reason",
                           &o.failed});
  return usage;
}

// What goes wrong with one node is told and keeps no other from its machine.
class Power {
 public:
  static Result<std::unique_ptr<Power>> open(const Options& options, Clock& clock) {
    TRY_ASSIGN(auto client, remote::connect(kubeconfig_path(options.kubeconfig)));
    TRY_ASSIGN(api::KindPtr deployments, runtime::await_kind(*client, clock, pools::kDeployments));
    TRY_ASSIGN(api::KindPtr machines, runtime::await_kind(*client, clock, machines::kMachines));
    return std::unique_ptr<Power>(
        new Power(options, std::move(client), std::move(deployments), std::move(machines)));
  }

  Result<void> resume(const std::string& node) { return machines::resume(power_, node); }

  // What kept it is asked for before its Machine goes.
  Result<void> suspend(const std::string& node, std::string* why) {
    if (why != nullptr) {
      *why = machines::why_without_machine(power_, node);
    }
    return machines::suspend(power_, node);
  }

 private:
  Power(const Options& options, std::unique_ptr<client::Client> client, api::KindPtr deployments,
        api::KindPtr machines)
      : client_(std::move(client)),
        deployments_(std::move(deployments)),
        machines_(std::move(machines)),
        power_{*client_, *deployments_, *machines_, {options.ns, options.like}} {}

  const std::unique_ptr<client::Client> client_;
  const api::KindPtr deployments_;
  const api::KindPtr machines_;
  const machines::PowerSaving power_;
};

using Deed = std::function<Result<void>(Power& power, const std::string& node)>;

// Slurm keeps a line.
std::string reason(const std::string& why) {
  std::string text = std::string(detach::kOurReasons) + why;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return text.substr(0, kLongestReason);
}

// Who comes late to a machine, or to being set DOWN, meets what Slurm has decided by then.
int run(const Options& options, const std::vector<std::string>& lists, const Deed& deed,
        bool tells_slurm) {
  RealClock clock;
  ProcessRunner runner;
  const auto slurm = detach::make_command_slurm_nodes(runner, {});
  Persistence persistence(clock, std::chrono::seconds(options.patience));
  int code = kExitOk;
  for (const std::string& list : lists) {
    for (const std::string& node : slurm::expand_host_list(list)) {
      // Everything anew each time: credentials may be replaced meanwhile.
      const auto done = persistence.attempt([&] {
        auto power = Power::open(options, clock);
        return power ? deed(**power, node) : tl::unexpected(power.error());
      });
      if (done) {
        continue;
      }
      code = report(with_context(done.error(), node));
      const auto told = tells_slurm
                            ? slurm->set_down(node, reason("no machine: " + done.error().message))
                            : Result<void>();
      if (!told) {
        report(with_context(told.error(), node + " cannot be set DOWN"));
      }
    }
  }
  return code;
}

int run_with(const Usage& usage, Options& options, const std::vector<std::string>& arguments,
             const Deed& deed, bool tells_slurm) {
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (const std::string fault = api::dns_label_fault(options.like); !fault.empty()) {
    return usage_error("--like: expected the name of a MachineDeployment: " + fault);
  }
  if (parsed.rest.empty()) {
    return usage_error("expected names of nodes, as in cloud-[1-3]");
  }
  for (const std::string& list : parsed.rest) {
    for (const std::string& node : slurm::expand_host_list(list)) {
      if (!api::dns_label_fault(node).empty()) {
        return usage_error("\"" + node +
                           "\": expected a name of lower case letters, digits and "
                           "dashes, which a machine can have");
      }
    }
  }
  return run(options, parsed.rest, deed, tells_slurm);
}

}  // namespace

int run_resume(const std::vector<std::string>& arguments) {
  Options options;
  return run_with(
      resume_usage(options), options, arguments,
      [](Power& power, const std::string& node) { return power.resume(node); }, true);
}

int run_suspend(const std::vector<std::string>& arguments) {
  Options options;
  ProcessRunner runner;
  const auto slurm = detach::make_command_slurm_nodes(runner, {});
  return run_with(
      suspend_usage(options), options, arguments,
      [&](Power& power, const std::string& node) -> Result<void> {
        std::string why;
        TRY(power.suspend(node, options.failed ? &why : nullptr));
        return options.failed ? slurm->set_down(node, reason("no machine: " + why))
                              : Result<void>();
      },
      false);
}

}  // namespace sluice::cmd
