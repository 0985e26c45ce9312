// SPDX-License-Identifier: Apache-2.0
#include "jobs/connect.h"

#include "jobs/runs_by_commands.h"
#include "jobs/runs_by_requests.h"
#include "slurm/cli.h"
#include "slurm/rest/rest.h"
#include "ssh/connection.h"

namespace sluice::jobs {
namespace {

using Made = Result<std::unique_ptr<Cluster>>;

// Commands of this machine, with some variables more.
class HereRunner final : public CommandRunner {
 public:
  explicit HereRunner(std::vector<std::pair<std::string, std::string>> environment)
      : environment_(std::move(environment)) {}

  Result<CommandOutput> run(const Command& command) override {
    Command with = command;
    with.environment.insert(with.environment.end(), environment_.begin(), environment_.end());
    return runner_.run(with);
  }

 private:
  const std::vector<std::pair<std::string, std::string>> environment_;
  ProcessRunner runner_;
};

class Connector {
 public:
  Connector(Clock& clock, const LocalSlurm& local, std::string user, Cluster::OnNews on_news)
      : clock_(clock), local_(local), user_(std::move(user)), on_news_(std::move(on_news)) {}

  Made operator()(const ssh::Endpoint& endpoint) {
    auto connection = std::make_unique<ssh::Connection>(endpoint, clock_);
    auto slurm = slurm::make_cli(*connection, {.user = user_});
    return cluster(std::make_unique<RunsByCommands>(user_, std::move(connection)),
                   std::move(slurm));
  }

  Made operator()(const RestTarget& target) {
    TRY_ASSIGN(auto made, slurm::make_rest({.url = target.url, .token = target.token}));
    const std::shared_ptr<slurm::Slurm> slurm = std::move(made);
    return cluster(std::make_unique<RunsByRequests>(
                       slurm, clock_,
                       RunsByRequests::Files{.directory = target.working_directory,
                                             .readable = target.shared_directory}),
                   slurm);
  }

  Made operator()(const LocalTarget&) {
    if (!local_.open) {
      return fail(Code::kUnsupported, "spec.local: this operator has no Slurm of its own");
    }
    auto runner = std::make_unique<HereRunner>(local_.environment);
    TRY_ASSIGN(auto slurm, local_.open(*runner));
    return cluster(std::make_unique<RunsByCommands>(user_, std::move(runner)), std::move(slurm));
  }

 private:
  Made cluster(std::unique_ptr<Runs> runs, std::shared_ptr<slurm::Slurm> slurm) {
    return std::make_unique<Cluster>(user_, std::move(runs), std::move(slurm), clock_,
                                     std::move(on_news_));
  }

  Clock& clock_;
  const LocalSlurm& local_;
  const std::string user_;
  Cluster::OnNews on_news_;
};

}  // namespace

Connect connect_with(Clock& clock, LocalSlurm local) {
  return [&clock, local = std::move(local)](const Target& target, Cluster::OnNews on_news) {
    return std::visit(Connector(clock, local, user_of(target), std::move(on_news)), target);
  };
}

}  // namespace sluice::jobs
