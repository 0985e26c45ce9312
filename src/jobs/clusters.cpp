// SPDX-License-Identifier: Apache-2.0
#include "jobs/clusters.h"

#include "api/meta.h"
#include "jobs/job_metrics.h"

namespace sluice::jobs {
namespace {

constexpr Duration kKeepUnused = std::chrono::minutes(5);

}  // namespace

Result<std::shared_ptr<Cluster>> Clusters::use(const std::string& who, const client::Object& job) {
  TRY_ASSIGN(const Target target, finder_.of_job(job));
  return take({who, cluster_label(job)}, target);
}

Result<std::shared_ptr<Cluster>> Clusters::use_connection(const std::string& who,
                                                          const client::Object& connection) {
  TRY_ASSIGN(const Target target, finder_.of_connection(connection));
  return take({who, api::name(connection)}, target);
}

// A cluster is made without the lock, since that may take a while; of two made at a time one is
// given up.
Result<std::shared_ptr<Cluster>> Clusters::take(const User& user, const Target& target) {
  if (auto open = join(user, target, nullptr)) {
    return open;
  }
  TRY_ASSIGN(std::shared_ptr<Cluster> made, make_(target));
  return join(user, target, std::move(made));
}

std::shared_ptr<Cluster> Clusters::join(const User& user, const Target& target,
                                        std::shared_ptr<Cluster> made) {
  Left left;
  const std::scoped_lock lock(mutex_);
  const auto before = target_of_.find(user.who);
  if (before != target_of_.end() && before->second != target) {
    release_locked(user.who);
  }
  auto entry = entries_.find(target);
  if (entry == entries_.end()) {
    if (made == nullptr) {
      return nullptr;
    }
    entry = entries_.emplace(target, Entry{.cluster = std::move(made)}).first;
  }
  entry->second.users.insert(user.who);
  entry->second.labels.insert(user.label);
  target_of_.insert_or_assign(user.who, target);
  left = sweep();
  return entry->second.cluster;
}

void Clusters::release(const std::string& who) {
  Left left;
  const std::scoped_lock lock(mutex_);
  release_locked(who);
  left = sweep();
}

std::map<std::string, Cluster::Cost> Clusters::costs() {
  std::map<std::string, Cluster::Cost> costs;
  const std::scoped_lock lock(mutex_);
  for (const auto& [target, entry] : entries_) {
    const Cluster::Cost one = entry.cluster->cost();
    for (const std::string& label : entry.labels) {
      Cluster::Cost& sum = costs[label];
      sum.answered += one.answered;
      sum.failed += one.failed;
      sum.took += one.took;
    }
  }
  return costs;
}

void Clusters::clear() {
  std::map<Target, Entry> left;
  const std::scoped_lock lock(mutex_);
  left.swap(entries_);
  target_of_.clear();
}

void Clusters::release_locked(const std::string& who) {
  const auto target = target_of_.find(who);
  if (target == target_of_.end()) {
    return;
  }
  Entry& entry = entries_.at(target->second);
  entry.cluster->unfollow(who);
  entry.users.erase(who);
  entry.unused_since = clock_.steady();
  target_of_.erase(target);
}

Clusters::Left Clusters::sweep() {
  Left left;
  for (auto it = entries_.begin(); it != entries_.end();) {
    const Entry& entry = it->second;
    if (entry.users.empty() && clock_.steady() >= entry.unused_since + kKeepUnused) {
      left.push_back(entry.cluster);
      it = entries_.erase(it);
    } else {
      ++it;
    }
  }
  return left;
}

}  // namespace sluice::jobs
