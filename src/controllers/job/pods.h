// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/owned/pods.h"
#include "runtime/backoff.h"

namespace sluice::controllers::job {

// A pod that carries it has not been counted in its job's status yet.
constexpr std::string_view kTrackingFinalizer = "batch.kubernetes.io/job-tracking";

// Between a failed pod and its replacement.
constexpr runtime::BackoffLimits kPodBackoff{.first = std::chrono::seconds(10),
                                             .limit = std::chrono::seconds(600)};

using owned::is_active;
using owned::is_ready;
using owned::is_terminating;
using owned::Pods;
using owned::restarts;

// How the job controller looks at one pod.
bool is_tracked(const client::Object& pod);    // has the tracking finalizer
bool is_succeeded(const client::Object& pod);  // phase

// A failed pod; with `deleted_fails` also one that is deleted before it succeeded.
bool is_failed(const client::Object& pod, bool deleted_fails);

// When the pod finished or began to be deleted, as well as the pod tells.
WallTime finish_time(const client::Object& pod);

// How long after `now` a replacement may be created: 10 s, 20 s, … 10 min after the latest of the
// failures since the last success.
Duration remaining_backoff(const Pods& pods, WallTime now);

// A pod of `job` (batch/v1) with this name, ready to be created.
client::Object new_pod(const client::Object& job, const std::string& name);

}  // namespace sluice::controllers::job
