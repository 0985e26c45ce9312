// SPDX-License-Identifier: Apache-2.0
#include "clusters/definition.h"

#include "runtime/definitions.h"

namespace sluice::clusters {

Result<api::KindPtr> install_definition(client::Client& client, Clock& clock) {
  TRY(runtime::apply_documents(client, definitions_text()));
  return runtime::await_kind(client, clock, "slurmclusters.sluice.dev");
}

Result<api::KindPtr> node_services_kind(client::Client& client, Clock& clock) {
  return runtime::await_kind(client, clock, "nodeservices.sluice.dev");
}

}  // namespace sluice::clusters
