// SPDX-License-Identifier: Apache-2.0
#include "machines/definition.h"

#include "runtime/definitions.h"

namespace sluice::machines {

Result<Kinds> install_definitions(client::Client& client, Clock& clock) {
  TRY(runtime::apply_documents(client, definitions_text()));
  Kinds kinds;
  TRY_ASSIGN(kinds.config, runtime::await_kind(client, clock,
                                               "virtualkubeletconfigs.bootstrap.cluster.x-k8s.io"));
  TRY_ASSIGN(kinds.node_class, runtime::await_kind(client, clock, "slurmnodeclasses.sluice.dev"));
  return kinds;
}

}  // namespace sluice::machines
