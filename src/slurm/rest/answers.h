// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::slurm::rest {

// slurmrestd's answers, whatever version they are of: a number is plain, text or {set, infinite,
// number}, a state is a word or a list of words, and fields have moved. Every field is looked for
// in each of its places, so that nothing here depends on the version. Pure; any document is
// accepted, what is missing reads as nothing.

// Whose jobs. v0.0.36 tells the id only.
struct Owner {
  std::string name;
  std::optional<std::int64_t> id;  // none: nobody here has that name
};

// The entries of "jobs" that belong to this user. Those without a proper id are left out.
std::vector<Job> read_jobs(const json::Value& answer, const Owner& owner);

// The same of slurmdbd's "jobs". Before v0.0.40 they do not tell how a failed one ended: 1.
std::vector<Job> read_remembered_jobs(const json::Value& answer, const Owner& owner);

// Of read_jobs(), as a fingerprint that stays as long as nothing changes that anybody would want to
// know.
std::int64_t fingerprint_of_jobs(const json::Value& answer, const Owner& owner);

// The time of a list of jobs, to ask for changes since then; 0: not told, nothing has changed.
std::int64_t read_last_update(const json::Value& answer);

// v0.0.36 does not tell a node's partitions: add_memberships() does, from the answer to
// GET /partitions.
std::vector<Node> read_nodes(const json::Value& answer);
void add_memberships(std::vector<Node>& nodes, const json::Value& partitions_answer);

// The sums over nodes are still zero. The only partition is the default, also where no version
// tells.
std::vector<Partition> read_partitions(const json::Value& answer);

// Of GET /ping. Unavailable, naming the hosts, when no slurmctld answers.
Result<ClusterInfo> read_ping(const json::Value& answer);

std::optional<JobId> read_submitted(const json::Value& answer);

// Slurm's own words in "errors", and where one job was to be signalled, in its "status"; empty:
// none.
std::string read_errors(const json::Value& answer);

}  // namespace sluice::slurm::rest
