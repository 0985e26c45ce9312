// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// What we ask Slurm's commands to print, and how we read it back. Fields are separated by 0x1f and
// records by 0x1e, bytes that no name holds and that submit() refuses in a comment, so that
// comments and reasons come back exactly, with newlines and quotes. Pure; any bytes are accepted: a
// record that does not fit is left out.
std::string jobs_format();   // for squeue -O
std::string nodes_format();  // for sinfo -N -O

std::vector<Job> parse_jobs(std::string_view squeue_output);

// `sacct -P` with these fields, separated by kAccountingDelimiter, a job a line.
std::string accounting_format();
inline constexpr std::string_view kAccountingDelimiter = "\x1f";
std::vector<Job> parse_accounting(std::string_view sacct_output);

// One record per node and partition; the same node's records become one.
std::vector<Node> parse_nodes(std::string_view sinfo_output);

// `scontrol show partition -o`; the sums over nodes are still zero.
std::vector<Partition> parse_partitions(std::string_view scontrol_output);

// `sbatch --parsable`: "12" or "12;cluster". Internal when it is neither.
Result<JobId> parse_submitted(std::string_view sbatch_output);

// "1-02:03:04", "03:04", "UNLIMITED", as Slurm writes durations; 0: no limit.
std::int64_t parse_slurm_duration(std::string_view text);

// `scontrol show config`
ClusterInfo parse_config(std::string_view scontrol_output);

}  // namespace sluice::slurm
