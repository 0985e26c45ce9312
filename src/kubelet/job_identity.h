// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pod/protocol.h"

namespace sluice::kubelet {

// Which attempt at which pod a Slurm job is: its comment, "sluice:<cluster id>:<pod
// uid>:<attempt>". The only identity a job has; its id may be given out again.
std::string job_comment(std::string_view cluster_id, const pod::Attempt& attempt);

// Nothing when the job is not one of this cluster's.
std::optional<pod::Attempt> attempt_of(std::string_view comment, std::string_view cluster_id);

}  // namespace sluice::kubelet
