// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// What a kind does to an object between decoding and validation: which parts the caller may not
// set, and what the server fills in from the object itself. Objects are defaulted already.

// Status as a new object has it; generation 1; what each kind adds (quality of service class,
// namespace finalizer and label). metadata.uid, name and creationTimestamp must be set already.
void prepare_create(const Kind& kind, json::Value& object);

// Keeps the old status; generation grows when the spec changed.
void prepare_update(const Kind& kind, json::Value& object, const json::Value& old);

// Keeps everything old but status, labels and annotations.
void prepare_status_update(const Kind& kind, json::Value& object, const json::Value& old);

// "Guaranteed", "Burstable" or "BestEffort", from the pod's requests and limits.
std::string_view quality_of_service(const json::Value& pod);

// Sets the selector and template labels that tie a Job to its pods, by its uid, unless the Job
// asks for spec.manualSelector. Part of prepare_create.
void generate_job_selector(json::Value& job);

}  // namespace sluice::api
