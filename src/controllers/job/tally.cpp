// SPDX-License-Identifier: Apache-2.0
#include "controllers/job/tally.h"

#include "controllers/writes.h"

namespace sluice::controllers::job {

namespace {

json::Array to_array(const std::set<std::string>& uids) {
  return json::Array(uids.begin(), uids.end());
}

}  // namespace

Tally::Tally(const json::Value& status, const Pods& pods, const Judge& judge,
             std::optional<std::int64_t> indexes)
    : indexes_(indexes),
      completed_(parse_indexes(status.at("completedIndexes").as_string(), indexes.value_or(0))),
      succeeded_(status.at("succeeded").as_int()),
      failed_(status.at("failed").as_int()) {
  for (const auto& pod : pods) {
    if (is_tracked(*pod)) {
      tracked_.insert(api::uid(*pod));
    }
  }
  const json::Value& uncounted = status.at("uncountedTerminatedPods");
  settle(uncounted.at("succeeded"), uncounted_succeeded_, succeeded_);
  settle(uncounted.at("failed"), uncounted_failed_, failed_);
  for (const auto& pod : pods) {
    if (tracked_.contains(api::uid(*pod)) && take(*pod, judge(*pod))) {
      release_.push_back(pod);
    }
  }
}

// Whether the pod is noted and may go.
bool Tally::take(const client::Object& pod, Outcome outcome) {
  const std::string& uid = api::uid(pod);
  if (uncounted_succeeded_.contains(uid) || uncounted_failed_.contains(uid)) {
    return true;
  }
  if (outcome == Outcome::kFailed) {
    uncounted_failed_.insert(uid);
  } else if (outcome == Outcome::kSucceeded && !indexes_) {
    uncounted_succeeded_.insert(uid);
  } else if (outcome == Outcome::kSucceeded) {
    const auto index = index_of(pod);
    if (index && *index >= 0 && *index < *indexes_) {
      completed_.insert(*index);
    }
  }
  return outcome != Outcome::kNone;
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
  if (indexes_) {
    return std::ssize(completed_);
  }
  return succeeded_ + static_cast<std::int64_t>(uncounted_succeeded_.size());
}

std::int64_t Tally::failed() const {
  return failed_ + static_cast<std::int64_t>(uncounted_failed_.size());
}

void Tally::store(json::Value& status) const {
  set_count(status, "succeeded", indexes_ ? std::ssize(completed_) : succeeded_);
  if (completed_.empty()) {
    status.erase("completedIndexes");
  } else {
    status["completedIndexes"] = format_indexes(completed_);
  }
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
