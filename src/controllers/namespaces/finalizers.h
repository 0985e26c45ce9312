// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::namespaces {

// A namespace has its finalizer in the spec, unlike all other kinds. Pure.
bool has_finalizer(const client::Object& home);
client::Object without_finalizer(client::Object home);

}  // namespace sluice::controllers::namespaces
