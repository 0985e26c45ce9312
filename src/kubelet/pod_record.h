// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "kubelet/decide.h"
#include "kubelet/pod_status.h"
#include "pod/protocol.h"
#include "pod/time_limit.h"

namespace sluice::kubelet {

// What the kubelet remembers about one pod between two looks at it; all of it can be found again
// after a restart from the attempt's directory, Slurm and the API. Touched only by the worker that
// has the pod's key.
struct PodRecord {
  pod::Attempt attempt{"", 0};                        // number 0: none
  std::map<std::string, std::string> image_ids = {};  // by reference, as the status shows them
  Owner owner = Owner::kNobody;
  pod::Claim claim;  // when owner is kKubelet
  std::optional<slurm::JobId> job_id;
  std::optional<slurm::Job> job;  // as last seen
  JobSeen seen = JobSeen::kNotAsked;
  std::optional<pod::PodReport> report;
  bool accounts_heard = false;  // accounting has said what it knows of the job
  bool heard = false;           // the runner rings at its news: only then is its file read
  SteadyTime submitted{};       // answers asked for after this include the job

  // The last of the runner's events that was told; nothing: an earlier kubelet told some.
  std::optional<std::int64_t> events_told = 0;
  std::size_t ephemeral_given = 0;  // ephemeral containers that the runner was given
  std::int64_t deadline_given = 0;  // activeDeadlineSeconds that the runner was given; 0: none

  std::optional<pod::TimeLimit> limit_given;  // what the runner was told of its job's time limit

  SteadyTime sequence_grew{};
  SteadyTime answered{};  // when Slurm was asked what `job` is from
  std::optional<SteadyTime> over_since;
  std::optional<SteadyTime> bare_since;  // its job was first seen to be an allocation

  bool stop_asked = false;
  std::optional<SteadyTime> force_at;

  std::int64_t launch_failures = 0;
  std::string launch_failure;           // the last of them, in words
  unsigned refusals = 0;                // submissions in a row that Slurm refused
  SteadyTime not_before{};              // of the next attempt
  std::optional<json::Value> hopeless;  // the pod, when there is no attempt unless it changes

  std::optional<Waiting> waiting;
  std::optional<PodFailure> failure;

  std::optional<SteadyTime> show_again = {};  // a difference that was held back is due then
  client::ObjectPtr written;                  // the pod as our last write left it
  std::optional<std::optional<slurm::Job>> written_job;  // what it shows of Slurm; nothing: unknown
  std::optional<SteadyTime> differs_since;               // from it, without having been shown
};

}  // namespace sluice::kubelet
