// SPDX-License-Identifier: Apache-2.0
//
// `sluice times`: how long each phase in the life of machines took, from the objects that tell it.
#include "machines/times.h"

#include <atomic>
#include <iostream>
#include <mutex>
#include <set>

#include "api/kind.h"
#include "api/meta.h"
#include "base/files.h"
#include "base/waiting.h"
#include "cmd/console.h"
#include "cmd/kubeconfig_path.h"
#include "cmd/subcommand.h"
#include "cmd/table.h"
#include "machines/cluster_api.h"
#include "machines/seen_times.h"
#include "machines/slurm_machine.h"
#include "machines/times_plot.h"
#include "remote/http_client.h"
#include "runtime/definitions.h"
#include "runtime/informers.h"

namespace sluice::cmd {
namespace {

using machines::PhaseTime;

struct Options {
  std::string kubeconfig;
  std::string plot;
  std::string from;
  bool csv = false;
  bool follow = false;
};

Usage usage(Options& o) {
  return {.synopsis = "sluice times [options]",
          .summary =
              "How long each phase of the machines of Cluster API took, by role: requested, "
              "provisioned,\n"
              "bootstrapped, services-ready, registered, first-job; drain, detach, deprovision. "
              "Read off the\n"
              "objects that are there, so that only --follow sees the end of those that go.",
          .options = {{"csv", "", "one line for each machine and phase", &o.csv},
                      {"follow", "", "with --csv: go on, one line when a phase is over", &o.follow},
                      {"plot", "FILE", "write means and box plots there, as SVG", &o.plot},
                      {"from", "FILE", "read lines that --csv has written, not a server", &o.from},
                      {"kubeconfig", "FILE",
                       "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                       &o.kubeconfig}},
          .examples =
              "  sluice times --csv --follow >times.csv\n"
              "  sluice times --from times.csv --plot times.svg"};
}

// The objects of one server, kept up to date. Construct, start, ask; what a machine or its config
// tells is shown to `Seen` at once too, for both may be gone a moment later.
class Objects {
 public:
  using Seen = std::function<void(const std::vector<PhaseTime>&)>;

  static Result<std::unique_ptr<Objects>> open(client::Client& client, Clock& clock, Seen seen) {
    TRY_ASSIGN(api::KindPtr machines, runtime::await_kind(client, clock, machines::kMachines));
    TRY_ASSIGN(
        api::KindPtr configs,
        runtime::await_kind(client, clock, "virtualkubeletconfigs.bootstrap.cluster.x-k8s.io"));
    auto objects = std::unique_ptr<Objects>(
        new Objects(client, clock, std::move(machines), std::move(configs), std::move(seen)));
    TRY(objects->informers_.start());
    objects->complete_ = true;
    return objects;
  }
  ~Objects() {
    informers_.request_stop();
    informers_.await_stopped(clock_.steady() + std::chrono::seconds(10));
  }

  std::vector<client::ObjectPtr> machines() const { return machines_.list(); }

  std::vector<PhaseTime> times(const client::Object& machine,
                               std::optional<WallTime> gone = std::nullopt) const {
    const auto key = machines::config_of(machine);
    const client::ObjectPtr config = key ? configs_.get(*key) : nullptr;
    const json::Value& its_config = config == nullptr ? json::Value::null() : *config;
    const auto slurm = machines::slurm_machine(machine, its_config);
    const std::string& known = machine.at("status", "nodeRef", "name").as_string();
    const client::ObjectPtr node = nodes_.get({"", known.empty() && slurm ? slurm->node : known});
    const bool is_its_own = node != nullptr && machines::is_node_of(*node, machine);
    return machines::phase_times(
        {machine, its_config, is_its_own ? *node : json::Value::null(), gone});
  }

 private:
  Objects(client::Client& client, Clock& clock, api::KindPtr machines, api::KindPtr configs,
          const Seen& seen)
      : clock_(clock),
        machine_kind_(std::move(machines)),
        config_kind_(std::move(configs)),
        informers_(client, clock),
        machines_(informers_.of(*machine_kind_)),
        configs_(informers_.of(*config_kind_)),
        nodes_(informers_.of(api::kinds::node())) {
    const Seen show = [this, seen](const std::vector<PhaseTime>& times) {
      if (complete_) {
        seen(times);
      }
    };
    machines_.add_index(kByConfig, [](const client::Object& machine) {
      const auto key = machines::config_of(machine);
      return key ? std::vector<std::string>{api::to_string(*key)} : std::vector<std::string>{};
    });
    machines_.on_change([this, show](const runtime::Change& change) {
      show(change.after != nullptr ? times(*change.after) : times(*change.before, clock_.now()));
    });
    configs_.on_change([this, show](const runtime::Change& change) {
      for (const auto& its :
           machines_.by_index(kByConfig, api::to_string(api::key(change.object())))) {
        show(times(*its));
      }
    });
  }

  static constexpr const char* kByConfig = "config";

  Clock& clock_;
  const api::KindPtr machine_kind_;
  const api::KindPtr config_kind_;
  std::atomic<bool> complete_ = false;  // before, a machine may lack its config
  runtime::Informers informers_;
  runtime::Informer& machines_;
  runtime::Informer& configs_;
  runtime::Informer& nodes_;
};

// Each line once, whoever finds it.
Result<void> follow(client::Client& client, Clock& clock) {
  std::cout << machines::to_csv({}) << std::flush;
  std::mutex printing;
  machines::SeenTimes seen;
  const auto print = [&](const std::vector<PhaseTime>& times) {
    const std::scoped_lock lock(printing);
    std::cout << machines::to_csv(seen.news(times), false) << std::flush;
  };
  TRY_ASSIGN(const auto objects, Objects::open(client, clock, print));
  while (std::cout.good()) {
    std::set<std::string> there;
    for (const client::ObjectPtr& machine : objects->machines()) {
      print(objects->times(*machine));
      there.insert(api::to_string(api::key(*machine)));
    }
    seen.keep(there);
    pause(clock, std::chrono::seconds(1));
  }
  return {};
}

Result<std::vector<PhaseTime>> collect(const Options& options, Clock& clock) {
  if (!options.from.empty()) {
    TRY_ASSIGN(const std::string text, read_file(options.from));
    auto times = machines::read_csv(text);
    return times ? std::move(times) : tl::unexpected(with_context(times.error(), options.from));
  }
  TRY_ASSIGN(const auto client, remote::connect(kubeconfig_path(options.kubeconfig)));
  TRY_ASSIGN(const auto objects, Objects::open(*client, clock, [](const auto&) {}));
  std::vector<PhaseTime> all;
  for (const client::ObjectPtr& machine : objects->machines()) {
    const std::vector<PhaseTime> times = objects->times(*machine);
    all.insert(all.end(), times.begin(), times.end());
  }
  return all;
}

std::string summary(const std::vector<PhaseTime>& times) {
  std::vector<std::vector<std::string>> rows{
      {"PHASE", "ROLE", "MACHINES", "MEAN", "LEAST", "MEDIAN", "MOST"}};
  const auto seconds = [](double value) {
    const auto tenths = static_cast<std::int64_t>(value * 10 + 0.5);
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "s";
  };
  for (const machines::Spread& spread : machines::spreads(times)) {
    rows.push_back({spread.phase, spread.role, std::to_string(spread.count), seconds(spread.mean),
                    seconds(spread.least), seconds(spread.median), seconds(spread.most)});
  }
  return table_text(rows);
}

Result<void> run(const Options& options) {
  RealClock clock;
  if (options.follow) {
    TRY_ASSIGN(const auto client, remote::connect(kubeconfig_path(options.kubeconfig)));
    return follow(*client, clock);
  }
  TRY_ASSIGN(const std::vector<PhaseTime> times, collect(options, clock));
  if (!options.plot.empty()) {
    TRY(write_file_replacing(options.plot, machines::plot(times), 0644));
  }
  if (options.csv) {
    std::cout << machines::to_csv(times);
  } else if (options.plot.empty()) {
    std::cout << summary(times);
  }
  return {};
}

}  // namespace

int run_times(const std::vector<std::string>& arguments) {
  Options options;
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (options.follow && (!options.csv || !options.plot.empty() || !options.from.empty())) {
    return usage_error("--follow goes with --csv and neither with --plot nor with --from");
  }
  const auto done = run(options);
  return done ? kExitOk : report(done.error());
}

}  // namespace sluice::cmd
