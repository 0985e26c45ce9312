// SPDX-License-Identifier: Apache-2.0
#include "runtime/leadership.h"

#include <utility>

#include "base/log.h"
#include "base/timestamp.h"

namespace sluice::runtime {
namespace {

const std::string& holder(const client::Object& lease) {
  return lease.at("spec", "holderIdentity").as_string();
}

}  // namespace

Leadership::Leadership(client::Client& client, Clock& clock, Options options,
                       std::function<void()> lost)
    : client_(client),
      clock_(clock),
      options_(std::move(options)),
      lost_(std::move(lost)),
      threads_(clock) {}

Leadership::~Leadership() {
  request_stop();
}

Result<void> Leadership::start() {
  std::string told;  // the last reason to wait that was logged
  for (;;) {
    const auto mine = try_hold();
    if (mine && *mine) {
      break;
    }
    const std::string why = mine ? "another process holds it" : mine.error().message;
    if (why != std::exchange(told, why)) {
      log::info("waiting for the lease", {{"lease", api::to_string(options_.lease)}, {"why", why}});
    }
    if (!rest()) {
      return fail(Code::kCancelled, "stopped before the lease was free");
    }
  }
  log::info("leading", {{"lease", api::to_string(options_.lease)}, {"as", options_.identity}});
  threads_.run("leadership", [this] { renew(); });
  return {};
}

void Leadership::request_stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  changed_.notify_all();
}

// One attempt: true when the lease is ours now.
Result<bool> Leadership::try_hold() {
  const auto found = client_.get(api::kinds::lease(), options_.lease);
  if (!found && found.error().code == Code::kNotFound) {
    return create();
  }
  TRY(found);
  if (holder(**found) != options_.identity && !is_free(**found)) {
    return false;
  }
  const auto written = client_.update(api::kinds::lease(), held(**found));
  if (!written && written.error().code == Code::kConflict) {
    return false;  // somebody was faster
  }
  TRY(written);
  return true;
}

Result<bool> Leadership::create() {
  const client::Object lease = held(json::Object{
      {"apiVersion", "coordination.k8s.io/v1"},
      {"kind", "Lease"},
      {"metadata", json::Object{{"namespace", options_.lease.ns}, {"name", options_.lease.name}}}});
  const auto created = client_.create(api::kinds::lease(), lease);
  if (!created && created.error().code == Code::kAlreadyExists) {
    return false;
  }
  TRY(created);
  return true;
}

bool Leadership::is_free(const client::Object& lease) {
  if (holder(lease).empty()) {
    return true;
  }
  const SteadyTime now = clock_.steady();
  if (api::resource_version(lease) != seen_version_) {
    seen_version_ = api::resource_version(lease);
    seen_at_ = now;
  }
  const std::chrono::seconds lasts(lease.at("spec", "leaseDurationSeconds").as_int());
  return now - seen_at_ >= lasts;
}

client::Object Leadership::held(client::Object lease) const {
  const std::string now = format_rfc3339_micro(clock_.now());
  const std::string before = holder(lease);
  json::Value& spec = lease["spec"];
  if (before != options_.identity) {
    spec["leaseTransitions"] = before.empty() ? spec.at("leaseTransitions").as_int()
                                              : spec.at("leaseTransitions").as_int() + 1;
    spec["acquireTime"] = now;
  }
  spec["holderIdentity"] = options_.identity;
  spec["leaseDurationSeconds"] =
      std::chrono::duration_cast<std::chrono::seconds>(options_.lasts).count();
  spec["renewTime"] = now;
  return lease;
}

void Leadership::renew() {
  SteadyTime renewed = clock_.steady();
  while (rest()) {
    const SteadyTime asked = clock_.steady();
    const auto mine = try_hold();
    if (mine && *mine) {
      renewed = asked;
      continue;
    }
    const bool taken = mine && !*mine;
    if (taken || clock_.steady() - renewed >= options_.renew_within) {
      log::error("lost the lease",
                 {{"lease", api::to_string(options_.lease)},
                  {"why", taken ? "another process took it" : mine.error().message}});
      lost_();
      return;
    }
  }
  give_back();
}

void Leadership::give_back() {
  const auto found = client_.get(api::kinds::lease(), options_.lease);
  if (!found || holder(**found) != options_.identity) {
    return;
  }
  client::Object lease = **found;
  lease["spec"].erase("holderIdentity");
  const auto freed = client_.update(api::kinds::lease(), lease);
  if (!freed) {
    log::warning("the lease was not given back", {{"error", freed.error().message}});
  }
}

bool Leadership::rest() {
  std::unique_lock lock(mutex_);
  const SteadyTime until = clock_.steady() + options_.retry;
  while (!stopping_ && clock_.steady() < until) {
    clock_.wait_until(lock, changed_, until);
  }
  return !stopping_;
}

}  // namespace sluice::runtime
