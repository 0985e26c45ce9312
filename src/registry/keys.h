// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/kind.h"
#include "api/meta.h"

namespace sluice::registry {

// Where objects are in the store: "/registry/<group or core>/<plural>/[<namespace>/]<name>". The
// version is not part of it: an object has one place whatever version it is read in. Kinds that are
// another form of a stored one share its places.
std::string object_key(const api::Kind& kind, const api::Key& key);

// Prefix of all objects of the kind, or of those in one namespace. Ends with the separator, so that
// no other kind or namespace is below it.
std::string kind_prefix(const api::Kind& kind, const std::string& ns = "");

}  // namespace sluice::registry
