// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry/admission.h"

namespace sluice::registry {

// The request to create `object`, in its own namespace or in "default": for tests of rules.
inline Attributes creation(const api::Kind& kind, json::Value& object) {
  static const Requester kSelf;
  api::Key key = api::key(object);
  if (kind.namespaced && key.ns.empty()) {
    key.ns = "default";
  }
  return {.operation = Operation::kCreate,
          .kind = kind,
          .key = key,
          .object = &object,
          .user = user_info(kSelf)};
}

// The request to make `object` of `old`.
inline Attributes change_of(const api::Kind& kind, const json::Value& old, json::Value& object) {
  Attributes request = creation(kind, object);
  request.operation = Operation::kUpdate;
  request.old = &old;
  return request;
}

}  // namespace sluice::registry
