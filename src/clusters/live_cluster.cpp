// SPDX-License-Identifier: Apache-2.0
#include "clusters/live_cluster.h"

#include <algorithm>
#include <limits>
#include <set>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "base/fnv.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "clusters/cluster_nodes.h"
#include "clusters/cluster_status.h"
#include "clusters/components.h"
#include "clusters/configuration.h"
#include "clusters/history.h"
#include "clusters/own_objects.h"
#include "services/sent_files.h"

namespace sluice::clusters {
namespace {

constexpr std::int64_t kUsualJobAge = 300;                    // MinJobAge
constexpr std::int64_t kAreLate = 10;                         // seconds
constexpr std::int64_t kStarts = 2;                           // that fail before it is believed
constexpr Duration kGivenUpAfter = std::chrono::seconds(60);  // a Node that is not ready
constexpr const char* kRestart = "restart.sluice.dev/slurmd";
constexpr const char* kRestarted = "restarted.sluice.dev/slurmd";
constexpr const char* kFilesAnnotation = "sluice.dev/files";  // of a pod: those it is to have

// How long slurmctld remembers jobs that are over. With 0 it never forgets one.
std::int64_t job_age(const Cluster& cluster) {
  const auto config =
      slurmconf::parse(slurmconf::File::kSlurm, {{"slurm.conf", slurm_conf_text(cluster)}});
  const std::string* said = config ? config->find("MinJobAge") : nullptr;
  const std::int64_t age = said == nullptr ? kUsualJobAge : parse_int(*said).value_or(kUsualJobAge);
  return age == 0 ? std::numeric_limits<std::int64_t>::max() : age;
}

// Why a program of a pod will not start; empty: it may.
std::string failure_of(const client::Object& pod, std::string_view container) {
  for (const json::Value& status : pod.at("status", "containerStatuses").as_array()) {
    const json::Value& running = status.at("state", "terminated");
    const json::Value& ended = running.is_null() ? status.at("lastState", "terminated") : running;
    const bool again = status.at("restartCount").as_int() >= kStarts;
    if (status.at("name").as_string() == container && again && !status.at("ready").as_bool() &&
        ended.at("exitCode").as_int() != 0) {
      return std::string(container) + " does not start, exit code " +
             std::to_string(ended.at("exitCode").as_int()) + ": " +
             std::string(trim(ended.at("message").as_string()));
    }
  }
  return "";
}

}  // namespace

Result<const slurmconf::Queue*> LiveCluster::queue() {
  if (!queue_) {
    TRY_ASSIGN(queue_, slurm_.queue(false));
  }
  return &*queue_;
}

Result<slurmconf::Usage> LiveCluster::usage() {
  queue_.reset();
  TRY_ASSIGN(const slurmconf::Queue* all, queue());
  return all->usage;
}

Result<std::vector<std::string>> LiveCluster::live_jobs() {
  TRY_ASSIGN(const slurmconf::Queue* all, queue());
  return all->jobs;
}

Result<std::vector<std::string>> LiveCluster::lost_jobs(const std::vector<std::string>& before) {
  if (before.empty()) {
    return std::vector<std::string>();
  }
  TRY_ASSIGN(const slurmconf::Queue known, slurm_.queue(true));
  const std::set<std::string> jobs(known.jobs.begin(), known.jobs.end());
  std::set<std::string> lost;
  for (const std::string& job : before) {
    if (!jobs.contains(job)) {
      lost.insert(job);
    }
  }
  // What is over for a while is forgotten, which is no loss.
  const bool may_be_forgotten = seconds_of(parts_.now) - parts_.progress.started >=
                                std::min(job_age(parts_.from), job_age(parts_.to));
  if (!lost.empty() && target().accounting) {
    TRY_ASSIGN(const auto over, slurm_.over({lost.begin(), lost.end()}));
    for (const std::string& job : over) {
      lost.erase(job);
    }
  } else if (may_be_forgotten) {
    lost.clear();
  }
  for (const std::string& job : known.dead) {
    if (std::find(before.begin(), before.end(), job) != before.end()) {
      lost.insert(job);
    }
  }
  return std::vector<std::string>(lost.begin(), lost.end());
}

Result<std::vector<client::ObjectPtr>> machines_of(client::Client& client,
                                                   const clusters::Cluster& cluster,
                                                   bool ready_only) {
  client::ListOptions options = of_cluster(cluster);
  options.label_selector += "," + std::string(kClusterNamespaceLabel) + "=" + options.ns;
  options.ns.clear();
  TRY_ASSIGN(client::ObjectList list, client.list(api::kinds::node(), options));
  std::erase_if(list.items, [&](const client::ObjectPtr& node) {
    return ready_only && !api::has_condition(*node, "Ready");
  });
  return std::move(list.items);
}

Result<std::vector<std::string>> LiveCluster::nodes() {
  TRY_ASSIGN(const auto all, machines_of(parts_.client, parts_.to, false));
  std::vector<std::string> names;
  for (const client::ObjectPtr& node : all) {
    names.push_back(api::name(*node));
  }
  return names;
}

Result<std::vector<std::string>> LiveCluster::differing_nodes() {
  TRY_ASSIGN(const auto all, machines_of(parts_.client, parts_.to, false));
  const std::string conf = fnv1a_digits(slurm_conf_text(target()), 16);
  const std::map<std::string, std::string>& beside = target().files;
  const std::string files = services::sent_files_digest([&](std::string_view name) {
    const auto found = beside.find(std::string(name));
    return found == beside.end() ? std::string() : found->second;
  });
  // What an agent does not tell of is not known. Of files it may have told in former times, as
  // another agent: a slurmd that has been restarted has them, whatever stands there.
  const auto differs = [&](const client::Object& node) {
    const std::string& has = api::annotation(node, kSlurmConfAnnotation);
    const std::string& has_files = api::annotation(node, services::kSentFilesAnnotation);
    return (!has.empty() && has != conf) || (!has_files.empty() && has_files != files &&
                                             api::annotation(node, kRestarted) != late_token());
  };
  std::vector<client::ObjectPtr> behind;
  std::vector<std::string> names;
  for (const client::ObjectPtr& node : all) {
    const bool is_behind = api::has_condition(*node, "Ready") && differs(*node);
    if (is_behind) {
      behind.push_back(node);
    }
    if (is_behind || starts_late(*node)) {
      names.push_back(api::name(*node));
    }
  }
  if (!behind.empty()) {
    TRY(restart_late(all, behind));
  }
  return names;
}

// Its slurmd was asked to start anew for being late, on the way there or back, and is not back yet:
// its Node is not ready meanwhile, and stays so where slurmd does not start with what it fetched.
bool LiveCluster::starts_late(const client::Object& node) const {
  const std::string& asked = api::annotation(node, kRestart);
  return (asked == late_token() || asked == late(parts_.progress.mark())) &&
         api::annotation(node, kRestarted) != asked && !is_down(node);
}

// slurmctld tells those nodes that it knows at that moment. Those that come and go it does not know
// when it has just started, or not where they are: a slurmd that starts fetches its files. As with
// other restarts, only so many at once.
Result<void> LiveCluster::restart_late(const std::vector<client::ObjectPtr>& all,
                                       const std::vector<client::ObjectPtr>& behind) {
  const std::string token = late_token();
  std::int64_t outstanding = 0;
  bool begun = seconds_of(parts_.now) - parts_.progress.since >= kAreLate;
  for (const client::ObjectPtr& node : all) {
    if (api::annotation(*node, kRestart) == token) {
      begun = true;
      const bool waits = api::annotation(*node, kRestarted) != token && !is_down(*node);
      outstanding += waits ? 1 : 0;
    }
  }
  for (const client::ObjectPtr& node : behind) {
    if (begun && outstanding < parts_.to.batch && api::annotation(*node, kRestart) != token) {
      TRY(ask_restart(*node, token));
      ++outstanding;
    }
  }
  return {};
}

Result<void> LiveCluster::save() {
  return note_revision(parts_.client, parts_.object, {parts_.progress.from, parts_.progress.to});
}

Result<void> LiveCluster::apply() {
  const Switched switched =
      switched_at(parts_.progress.rollout, parts_.plan, parts_.from.version == parts_.to.version);
  std::vector<json::Value> objects = objects_at(switched, parts_.to, parts_.before, parts_.after);
  if (parts_.plan.steps.empty()) {
    // All at once: what the API server may refuse comes before what it takes.
    std::stable_partition(objects.begin(), objects.end(), [](const json::Value& one) {
      return one.at("kind").as_string() == "StatefulSet";
    });
  }
  return apply_objects(parts_.client, parts_.object, parts_.to, std::move(objects));
}

Result<void> LiveCluster::settled(const char* component, const char* container) {
  TRY_ASSIGN(const client::ObjectPtr set, find(parts_.client, api::kinds::stateful_set(),
                                               {target().ns, target().component(component)}));
  if (set == nullptr) {
    return {};  // such a component is not there
  }
  TRY_ASSIGN(const auto pods, parts_.client.list(api::kinds::pod(), of_cluster(target())));
  TRY(replace_stuck_pods(parts_.client, *set, pods.items));
  std::vector<const json::Value*> own;
  // Of another release, slurmdbd brings its tables to another form first. Else one that does not
  // listen waits for something, and not for ever.
  const bool converts =
      std::string_view(component) != "controller" && parts_.from.version != parts_.to.version;
  const std::string& newest = set->at("status", "updateRevision").as_string();
  const bool seen = set->at("status", "observedGeneration").as_int() ==
                    set->at("metadata", "generation").as_int();
  for (const client::ObjectPtr& pod : pods.items) {
    if (api::label(*pod, kComponentLabel) != component) {
      continue;
    }
    own.push_back(pod.get());
    at_work_ = at_work_ || (converts && is_starting(*pod, container));
    if (seen && api::label(*pod, "controller-revision-hash") == newest && !goes_back()) {
      if (const std::string failure = failure_of(*pod, container); !failure.empty()) {
        return fail(Code::kInternal, failure);
      }
    }
  }
  const ComponentNow now = look({component, component, "StatefulSet"}, *set, own);
  return now.ready ? Result<void>() : fail(Code::kUnavailable, now.message);
}

Result<void> LiveCluster::restart_slurmdbd() {
  TRY(apply());
  TRY(settled("database", "mariadbd"));
  return settled("accounting", "slurmdbd");
}

Result<void> LiveCluster::restart_slurmctld() {
  TRY(apply());
  TRY(settled("controller", "slurmctld"));
  return ping();
}

// Kubelets look after the files of a pod now and then, and at once when the pod changes.
Result<void> LiveCluster::hurry(const std::string& mark) {
  for (std::int64_t i = 0; i < target().controllers; ++i) {
    const std::string name = target().component("controller") + "-" + std::to_string(i);
    const json::Value body = json::Object{
        {"metadata", json::Object{{"annotations", json::Object{{kFilesAnnotation, mark}}}}}};
    TRY(done_or_gone(parts_.client.patch(api::kinds::pod(), {target().ns, name}, {.body = body})));
  }
  return {};
}

Result<void> LiveCluster::reconfigure() {
  TRY(apply());
  TRY(hurry(configuration_mark(target())));
  return slurm_.reconfigure(configuration_mark(target()));
}

Result<void> LiveCluster::ask_restart(const client::Object& node, const std::string& token) {
  if (api::annotation(node, kRestart) == token) {
    return {};
  }
  const json::Value body =
      json::Object{{"metadata", json::Object{{"annotations", json::Object{{kRestart, token}}}}}};
  return done_or_gone(parts_.client.patch(api::kinds::node(), api::key(node), {.body = body}));
}

// Nobody has heard of its agent for a while; or it was not well before this rollout began. An agent
// that says that its slurmd does not start since then is what the way back is for.
bool LiveCluster::is_down(const client::Object& node) const {
  if (api::has_condition(node, "Ready")) {
    return false;
  }
  const json::Value* ready = api::condition(node, "Ready");
  const bool silent = ready == nullptr || ready->at("status").as_string() == "Unknown";
  const auto since =
      parse_rfc3339(ready == nullptr ? node.at("metadata", "creationTimestamp").as_string()
                                     : ready->at("lastTransitionTime").as_string());
  return since && parts_.now - *since >= kGivenUpAfter &&
         (silent || seconds_of(*since) < parts_.progress.started);
}

// One that is down obeys when it is back.
Result<std::vector<std::string>> LiveCluster::restart_slurmd(
    const std::vector<std::string>& names) {
  // One that starts is not ready.
  TRY_ASSIGN(const auto all, machines_of(parts_.client, parts_.to, false));
  const std::string token = parts_.progress.token();
  std::vector<std::string> wait;
  std::vector<std::string> down;
  for (const client::ObjectPtr& node : all) {
    const std::string& name = api::name(*node);
    if (std::find(names.begin(), names.end(), name) == names.end() ||
        api::annotation(*node, kRestarted) == token) {
      continue;
    }
    TRY(ask_restart(*node, token));
    (is_down(*node) ? down : wait).push_back(name);
  }
  if (!wait.empty()) {
    return fail(Code::kUnavailable,
                "slurmd is being restarted on " + join(wait, ",") +
                    (down.empty() ? "" : "; down, and not waited for: " + join(down, ",")));
  }
  return down;
}

}  // namespace sluice::clusters
