// SPDX-License-Identifier: Apache-2.0
#include "clusters/stale_nodes.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "clusters/slurm_commands.h"

namespace sluice::clusters {
namespace {

constexpr Duration kMostOften = std::chrono::seconds(5);
constexpr Duration kLeastOften = std::chrono::minutes(10);

// $1: for how many seconds they have been down; then those of them that are to go. Prints the names
// of stale nodes or, where some are to go, of those that have gone. A question without an answer
// ends it, for whom nobody names is known only when all have said so: each question stands in an
// assignment of its own, since of a pipe the shell hears the last program alone.
constexpr const char* kScript = R"(set -ef
after=$1
shift
export SLURM_TIME_FORMAT=%s
down=$(sinfo -h -N -t down -o %N)
[ -n "$down" ] || exit 0
now=$(date +%s)
nodes=$(scontrol -o show nodes)
stale=$(printf '%s\n' "$nodes" | awk -v before=$((now - after)) '
  {
    state = ""
    for (i = 1; i <= NF; ++i) if ($i ~ /^State=/) state = $i
    if (state !~ /DOWN/ || state !~ /DYNAMIC/ || state ~ /DRAIN/) next
    if (state !~ /\*/ && state !~ /NOT_RESPONDING/) next
    if (!match($0, /@[0-9]+\]/)) next
    if (substr($0, RSTART + 1, RLENGTH - 2) + 0 <= before) print substr($1, 10)
  }')
[ -n "$stale" ] || exit 0
of_jobs=$(squeue -h --all -o '%N %n')
reservations=$(scontrol -o show reservations)
of_reservations=$(printf '%s\n' "$reservations" | sed -n 's/.* Nodes=\([^ ]*\) .*/\1/p')
lists=$(printf '%s\n' $of_jobs $of_reservations | sort -u)
named=$(
  for list in $lists; do
    case $list in '(null)') ;; *) scontrol show hostnames "$list" || exit 1 ;; esac
  done)
for node in $stale; do
  case "
$named
" in *"
$node
"*) continue ;; esac
  if [ $# -eq 0 ]; then echo "$node"; continue; fi
  for gone in "$@"; do
    if [ "$gone" = "$node" ]; then scontrol delete "nodename=$node" && echo "$node"; fi
  done
done
)";

Result<std::vector<std::string>> names(client::PodCommands& commands, const Cluster& cluster,
                                       const std::vector<std::string>& to_go) {
  std::vector<std::string> argv{"/bin/sh", "-c", kScript, "stale",
                                std::to_string(*cluster.stale_nodes_after)};
  argv.insert(argv.end(), to_go.begin(), to_go.end());
  TRY_ASSIGN(const client::CommandOutput done,
             SlurmCommands(commands, cluster).run("slurmctld", std::move(argv)));
  if (done.exit_code != 0) {
    return fail(Code::kUnavailable, "stale nodes: " + std::string(trim(done.err)));
  }
  std::vector<std::string> all;
  for (const std::string_view line : split(done.out, '\n')) {
    if (!trim(line).empty()) {
      all.emplace_back(trim(line));
    }
  }
  return all;
}

}  // namespace

Result<std::vector<std::string>> forget_stale_nodes(client::Client& client,
                                                    client::PodCommands& commands,
                                                    const Cluster& cluster) {
  TRY_ASSIGN(const std::vector<std::string> stale, names(commands, cluster, {}));
  std::vector<std::string> nobodys;
  for (const std::string& name : stale) {
    const auto node = client.get(api::kinds::node(), {"", name});
    if (!node && node.error().code == Code::kNotFound) {
      nobodys.push_back(name);
    } else if (!node) {
      return tl::unexpected(node.error());
    }
  }
  return nobodys.empty() ? nobodys : names(commands, cluster, nobodys);
}

Result<runtime::Requeue> StaleNodes::reconcile(const api::Key& key) {
  const client::ObjectPtr object = parts_.clusters.get(key);
  if (object == nullptr || api::is_being_deleted(*object)) {
    const std::scoped_lock lock(mutex_);
    asked_.erase(key);
    return runtime::Requeue{};
  }
  const auto cluster = read_cluster(*object);
  // A cluster that is not Ready may wait for just those machines.
  if (!cluster || !cluster->stale_nodes_after || !api::has_condition(*object, "Controller")) {
    return runtime::Requeue{};
  }
  const Duration every = std::clamp<Duration>(std::chrono::seconds(*cluster->stale_nodes_after) / 4,
                                              kMostOften, kLeastOften);
  if (const Duration wait = until_next(key, every); wait > Duration::zero()) {
    return runtime::Requeue{wait};
  }
  TRY_ASSIGN(const auto gone, forget_stale_nodes(parts_.client, parts_.commands, *cluster));
  for (const std::string& name : gone) {
    parts_.events.record(*object, {.reason = "StaleNodeRemoved",
                                   .message = "node " + name +
                                              " is gone: it did not answer for long enough, and "
                                              "nothing named it"});
  }
  return runtime::Requeue{every};
}

Duration StaleNodes::until_next(const api::Key& key, Duration every) {
  const std::scoped_lock lock(mutex_);
  const SteadyTime now = parts_.clock.steady();
  const auto [last, is_first] = asked_.emplace(key, now);
  if (!is_first && now - last->second < every) {
    return every - (now - last->second);
  }
  last->second = now;
  return Duration::zero();
}

}  // namespace sluice::clusters
