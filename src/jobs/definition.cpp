// SPDX-License-Identifier: Apache-2.0
#include "jobs/definition.h"

#include "runtime/definitions.h"

namespace sluice::jobs {

Result<Kinds> install_definitions(client::Client& client, Clock& clock) {
  TRY(runtime::apply_documents(client, definitions_text()));
  Kinds kinds;
  TRY_ASSIGN(kinds.job, runtime::await_kind(client, clock, "slurmjobs.slurmjob.dev"));
  TRY_ASSIGN(kinds.connection, runtime::await_kind(client, clock, "slurmconnections.slurmjob.dev"));
  TRY_ASSIGN(kinds.cluster_connection,
             runtime::await_kind(client, clock, "slurmclusterconnections.slurmjob.dev"));
  return kinds;
}

}  // namespace sluice::jobs
