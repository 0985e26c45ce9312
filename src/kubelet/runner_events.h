// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"
#include "kubelet/pod_record.h"
#include "pod/event_log.h"
#include "runtime/event_recorder.h"

namespace sluice::kubelet {

// Makes Kubernetes events of what the pod's runner says has happened, each once; what has been told
// is kept in the record. For one thread per pod.
void tell_runner_events(const json::Value& pod, PodRecord& record, runtime::EventRecorder& events);

// The last of the events that an earlier kubelet told, as far as the pod's status shows: those not
// later than the newest time in it. Pure.
std::int64_t told_before(const json::Value& pod, const std::vector<pod::PodEvent>& events);

// "spec.containers{main}"; empty for a container the pod does not have. Pure.
std::string container_path(const json::Value& pod, const std::string& container);

}  // namespace sluice::kubelet
