// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/tally.h"

namespace sluice::controllers::job {

namespace {

json::Array to_array(const std::set<std::string>& uids) {
  return json::Array(uids.begin(), uids.end());
}

void set_count(json::Value& status, std::string_view name, std::int64_t count) {
  if (count == 0) {
    status.erase(name);
  } else {
    status[name] = count;
  }
}

}  // namespace

Tally::Tally(const json::Value& status, const Pods& pods, bool deleted_fails)
    : succeeded_(status.at("succeeded").as_int()), failed_(status.at("failed").as_int()) {
  for (const auto& pod : pods) {
    if (is_tracked(*pod)) {
      tracked_.insert(api::uid(*pod));
    }
  }
  const json::Value& uncounted = status.at("uncountedTerminatedPods");
  settle(uncounted.at("succeeded"), uncounted_succeeded_, succeeded_);
  settle(uncounted.at("failed"), uncounted_failed_, failed_);
  for (const auto& pod : pods) {
    const std::string& uid = api::uid(*pod);
    if (!tracked_.contains(uid)) {
      continue;
    }
    if (!uncounted_succeeded_.contains(uid) && !uncounted_failed_.contains(uid)) {
      if (is_succeeded(*pod)) {
        uncounted_succeeded_.insert(uid);
      } else if (is_failed(*pod, deleted_fails)) {
        uncounted_failed_.insert(uid);
      } else {
        continue;
      }
    }
    release_.push_back(pod);
  }
}

void Tally::settle(const json::Value& uids, std::set<std::string>& uncounted,
                   std::int64_t& counter) {
  for (const json::Value& uid : uids.as_array()) {
    if (tracked_.contains(uid.as_string())) {
      uncounted.insert(uid.as_string());
    } else {
      ++counter;
    }
  }
}

std::int64_t Tally::succeeded() const {
  return succeeded_ + static_cast<std::int64_t>(uncounted_succeeded_.size());
}

std::int64_t Tally::failed() const {
  return failed_ + static_cast<std::int64_t>(uncounted_failed_.size());
}

void Tally::store(json::Value& status) const {
  set_count(status, "succeeded", succeeded_);
  set_count(status, "failed", failed_);
  json::Object uncounted;
  if (!uncounted_succeeded_.empty()) {
    uncounted["succeeded"] = to_array(uncounted_succeeded_);
  }
  if (!uncounted_failed_.empty()) {
    uncounted["failed"] = to_array(uncounted_failed_);
  }
  status["uncountedTerminatedPods"] = std::move(uncounted);
}

}  // namespace sluice::controllers::job
