// SPDX-License-Identifier: Apache-2.0
#include "detach/command_slurm_nodes.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "detach/node_output.h"
#include "slurm/host_list.h"
#include "slurm/refusal.h"

namespace sluice::detach {
namespace {

using Words = std::vector<std::string>;

constexpr Duration kTimeout = std::chrono::seconds(30);
// Of what somebody waits for: two of them, before he gives up.
constexpr Duration kAnswerTimeout = std::chrono::seconds(4);
static_assert(2 * kAnswerTimeout < kPatienceWithSlurm);

// What slurm::refusal() does not know, since no job is concerned.
Error refusal(std::string_view message) {
  Error error = slurm::refusal(message);
  const std::string lower = to_lower(error.message);
  if (lower.find("sack socket") != std::string::npos) {  // of slurmd or sackd, with auth/slurm
    error.code = Code::kUnauthorized;
  }
  if (error.code != Code::kInvalid) {
    return error;
  }
  if (lower.find("invalid node name") != std::string::npos) {
    error.code = Code::kNotFound;
  }
  if (lower.find("nodes are busy") != std::string::npos) {
    error.code = Code::kConflict;
  }
  return error;
}

bool says(const Error& error, std::string_view words) {
  return to_lower(error.message).find(words) != std::string::npos;
}

// Nothing else that goes wrong may be taken for that: the node would be thought to have left.
bool says_unknown(const CommandOutput& shown, const std::string& node) {
  const std::string_view told = trim(shown.out);
  return told == "Node " + node + " not found" || told == "No nodes in the system";
}

bool names(const std::string& host_list, const std::string& node) {
  const auto hosts = slurm::expand_host_list(host_list);
  return std::find(hosts.begin(), hosts.end(), node) != hosts.end();
}

class CommandSlurmNodes final : public SlurmNodes {
 public:
  CommandSlurmNodes(CommandRunner& runner, CommandSource source)
      : runner_(runner), source_(std::move(source)) {}

  // First the state, then the jobs: on a node that is drained no job begins any more.
  Result<SlurmNode> look(const std::string& name) override {
    TRY_ASSIGN(const CommandOutput shown, output_of({"scontrol", "-o", "show", "node", name}));
    auto nodes = parse_nodes(shown.out);
    if (says_unknown(shown, name)) {
      return fail(Code::kNotFound, "Slurm has no node " + name);
    }
    if (nodes.size() != 1 || nodes.front().name != name) {
      return tl::unexpected(refusal(shown.err.empty() ? shown.out : shown.err));
    }
    SlurmNode node = std::move(nodes.front());
    TRY_ASSIGN(const std::string queue, run({"squeue", "-h", "-a", "-o", kQueueFormat}));
    for (const QueuedJob& job : parse_queue(queue)) {
      if (!job.waits() && names(job.there, name)) {
        node.jobs.push_back({job.id, job.end, job.state == "COMPLETING"});
      } else if (job.waits() && names(job.wants, name)) {
        auto others = slurm::expand_host_list(job.wants);
        std::erase(others, name);
        node.wanted_by.push_back({job.id, std::move(others)});
      }
    }
    TRY_ASSIGN(const std::string reservations, run({"scontrol", "-o", "show", "reservation"}));
    node.reserved_by = reservations_of(reservations, name);
    return node;
  }

  Result<std::vector<NodeView>> look_at_all() override {
    TRY_ASSIGN(const std::string shown, run({"scontrol", "-o", "show", "node"}, kAnswerTimeout));
    TRY_ASSIGN(const std::string queue,
               run({"squeue", "-h", "-a", "-o", kQueueFormat}, kAnswerTimeout));
    std::vector<NodeView> nodes;
    std::map<std::string, std::size_t> places;
    for (SlurmNode& node : parse_nodes(shown)) {
      places[node.name] = nodes.size();
      nodes.push_back({.name = node.name, .state = node.state, .reason = node.reason});
    }
    for (const QueuedJob& job : parse_queue(queue)) {
      for (const std::string& host :
           job.waits() ? std::vector<std::string>() : slurm::expand_host_list(job.there)) {
        if (const auto place = places.find(host); place != places.end()) {
          NodeView& node = nodes[place->second];
          const bool known = node.jobs == 0 || node.last_end.has_value();
          node.last_end = known && job.end
                              ? std::optional(std::max(node.last_end.value_or(*job.end), *job.end))
                              : std::nullopt;
          ++node.jobs;
        }
      }
    }
    return nodes;
  }

  Result<std::vector<WaitingJob>> waiting_jobs() override {
    TRY_ASSIGN(
        const std::string queue,
        run({"squeue", "-h", "-a", "-r", "-t", "PENDING", "-O", kWaitingFields}, kAnswerTimeout));
    return parse_waiting(queue);
  }

  Result<void> drain(const std::string& node, const std::string& reason) override {
    return update(node, "DRAIN", reason);
  }
  Result<void> undrain(const std::string& node) override { return update(node, "UNDRAIN", ""); }
  Result<void> set_down(const std::string& node, const std::string& reason) override {
    return update(node, "DOWN", reason);
  }

  Result<void> end_job(const std::string& job, JobsEnd how) override {
    if (how == JobsEnd::kRequeue) {
      const auto queued = run({"scontrol", "requeue", job});
      if (queued || queued.error().code == Code::kNotFound) {
        return {};
      }
      if (says(queued.error(), "pending execution")) {
        return {};  // somebody else has done it
      }
      if (!says(queued.error(), "disabled") && !says(queued.error(), "batch jobs")) {
        return tl::unexpected(queued.error());  // a job that may go on is not cancelled for that
      }
    }
    const auto cancelled = run({"scancel", job});
    return cancelled || cancelled.error().code == Code::kNotFound
               ? Result<void>()
               : tl::unexpected(cancelled.error());
  }

  // Slurm changes the job, and says so by an error where it could not start now; so that only what
  // the job names afterwards tells.
  Result<void> release_job(const JobInQueue& job) override {
    const auto done =
        run({"scontrol", "update", "JobId=" + job.id, "ReqNodeList=" + join(job.others, ",")});
    if (done || done.error().code == Code::kNotFound) {
      return {};
    }
    if (done.error().code == Code::kInvalid) {
      TRY_ASSIGN(const std::string queue, run({"squeue", "-h", "-a", "-o", kQueueFormat}));
      const auto jobs = parse_queue(queue);
      const bool is_held = std::any_of(jobs.begin(), jobs.end(), [&](const QueuedJob& one) {
        auto wants = slurm::expand_host_list(one.wants);
        std::erase_if(wants, [&](const std::string& node) {
          return std::find(job.others.begin(), job.others.end(), node) != job.others.end();
        });
        return one.id == job.id && one.waits() && !wants.empty();
      });
      if (!is_held) {
        return {};
      }
    }
    return tl::unexpected(
        with_context(done.error(), "job " + job.id + " cannot be released from the node"));
  }

  Result<void> remove(const std::string& node) override {
    TRY(run({"scontrol", "delete", "NodeName=" + node}));
    return {};
  }

  Result<void> power_down(const std::string& node) override {
    return update(node, "POWER_DOWN", "");
  }

  // It fails when none is up, having told of all.
  Result<std::vector<ControllerHost>> controllers() override {
    TRY_ASSIGN(const CommandOutput output, output_of({"scontrol", "ping"}));
    auto found = parse_ping(output.out);
    if (found.empty()) {
      return tl::unexpected(refusal(output.err.empty() ? output.out : output.err));
    }
    return found;
  }

  Result<void> take_over(std::size_t controller) override {
    TRY(run({"scontrol", "takeover", std::to_string(controller)}));
    return {};
  }

 private:
  Result<void> update(const std::string& node, const std::string& state,
                      const std::string& reason) {
    Words words{"scontrol", "update", "NodeName=" + node, "State=" + state};
    if (!reason.empty()) {
      words.push_back("Reason=" + reason);
    }
    TRY(run(std::move(words)));
    return {};
  }

  Result<std::string> run(Words words, Duration timeout = kTimeout) {
    TRY_ASSIGN(CommandOutput output, output_of(std::move(words), timeout));
    if (output.exit_code != 0) {
      return tl::unexpected(refusal(output.err.empty() ? output.out : output.err));
    }
    return std::move(output.out);
  }

  Result<CommandOutput> output_of(Words words, Duration timeout = kTimeout) {
    Command command{.argv = std::move(words),
                    .environment = {{"SLURM_TIME_FORMAT", "%s"}, {"SLURM_BITSTR_LEN", "0"}},
                    .timeout = timeout};
    if (!source_.slurm_conf.empty()) {
      command.environment.emplace_back("SLURM_CONF", source_.slurm_conf);
    }
    if (!source_.controller.empty()) {
      command.environment.emplace_back("SLURM_CONF_SERVER", source_.controller);
    }
    auto output = runner_.run(command);
    return output ? std::move(output)
                  : Result<CommandOutput>(fail(Code::kUnavailable, output.error().message));
  }

  CommandRunner& runner_;
  const CommandSource source_;
};

}  // namespace

std::unique_ptr<SlurmNodes> make_command_slurm_nodes(CommandRunner& runner, CommandSource source) {
  return std::make_unique<CommandSlurmNodes>(runner, std::move(source));
}

}  // namespace sluice::detach
