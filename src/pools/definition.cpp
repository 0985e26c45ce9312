// SPDX-License-Identifier: Apache-2.0
#include "pools/definition.h"

#include "runtime/definitions.h"

namespace sluice::pools {

Result<api::KindPtr> install_definition(client::Client& client, Clock& clock) {
  TRY(runtime::apply_documents(client, definitions_text()));
  return runtime::await_kind(client, clock, "nodepools.sluice.dev");
}

}  // namespace sluice::pools
