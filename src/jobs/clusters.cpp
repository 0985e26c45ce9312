// SPDX-License-Identifier: Apache-2.0
#include "jobs/clusters.h"

#include "jobs/job_spec.h"

namespace sluice::jobs {
namespace {

constexpr Duration kKeepUnused = std::chrono::minutes(5);

}  // namespace

Result<std::shared_ptr<Cluster>> Clusters::use(const std::string& who, const client::Object& job) {
  TRY_ASSIGN(const JobSpec spec, read_spec(job));
  const auto secret = client_.get(api::kinds::secret(), {api::ns(job), spec.secret_name});
  if (!secret) {
    return secret.error().code == Code::kNotFound
               ? fail(Code::kNotFound, "spec.connection.secretName: there is no Secret \"" +
                                           spec.secret_name + "\" in namespace " + api::ns(job))
               : tl::unexpected(secret.error());
  }
  TRY_ASSIGN(const ssh::Endpoint endpoint, read_endpoint(spec, **secret, known_hosts_));
  return take(who, endpoint);
}

std::shared_ptr<Cluster> Clusters::take(const std::string& who, const ssh::Endpoint& endpoint) {
  Left left;
  const std::scoped_lock lock(mutex_);
  const auto before = endpoint_of_.find(who);
  if (before != endpoint_of_.end() && before->second != endpoint) {
    release_locked(who);
  }
  Entry& entry = entries_[endpoint];
  if (entry.cluster == nullptr) {
    entry.cluster = make_(endpoint);
  }
  entry.users.insert(who);
  endpoint_of_.insert_or_assign(who, endpoint);
  left = sweep();
  return entry.cluster;
}

void Clusters::release(const std::string& who) {
  Left left;
  const std::scoped_lock lock(mutex_);
  release_locked(who);
  left = sweep();
}

void Clusters::clear() {
  std::map<ssh::Endpoint, Entry> left;
  const std::scoped_lock lock(mutex_);
  left.swap(entries_);
  endpoint_of_.clear();
}

void Clusters::release_locked(const std::string& who) {
  const auto endpoint = endpoint_of_.find(who);
  if (endpoint == endpoint_of_.end()) {
    return;
  }
  Entry& entry = entries_.at(endpoint->second);
  entry.cluster->unfollow(who);
  entry.users.erase(who);
  entry.unused_since = clock_.steady();
  endpoint_of_.erase(endpoint);
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
