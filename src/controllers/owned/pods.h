// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"

namespace sluice::controllers::owned {

using Pods = std::vector<client::ObjectPtr>;

// How controllers look at one pod. Pure.
bool is_finished(const client::Object& pod);     // succeeded or failed
bool is_active(const client::Object& pod);       // neither finished nor being deleted
bool is_terminating(const client::Object& pod);  // being deleted and not finished
bool is_ready(const client::Object& pod);

// Restarts of all its containers.
std::int64_t restarts(const client::Object& pod);

// How long until it has been ready for that long; zero: it is available, nothing: it is not ready.
std::optional<Duration> until_available(const client::Object& pod, std::int64_t min_ready_seconds,
                                        WallTime now);
bool is_available(const client::Object& pod, std::int64_t min_ready_seconds, WallTime now);

// Puts first the pods whose loss costs least: without a node, pending, not ready, with a low
// pod-deletion-cost, sharing their node with more of the others, ready or created later, restarted
// more often. Of times only the order of magnitude counts, so that which of many equally old pods
// goes is left to chance, as Kubernetes does.
void sort_for_deletion(Pods& pods, WallTime now);

}  // namespace sluice::controllers::owned
