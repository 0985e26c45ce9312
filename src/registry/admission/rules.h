// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/kind.h"
#include "api/meta.h"
#include "base/result.h"
#include "json/value.h"
#include "store/store.h"

// The built-in admission rules, one file each, in Kubernetes' words and under its names. A rule
// looks at a new object that has its defaults but is not validated yet, and may change it; what is
// not its concern passes untouched.
namespace sluice::registry {

// NamespaceLifecycle: a namespaced object needs its namespace, and none that is being emptied.
Result<void> namespace_lifecycle(const store::Store& store, const api::Kind& kind,
                                 json::Value& object);

// LimitRanger: containers get the namespace's default requests and limits; what breaks its bounds
// is refused.
Result<void> limit_ranger(const store::Store& store, const api::Kind& kind, json::Value& object);

// Priority: a pod's class becomes its number; one class at most is everybody's default.
Result<void> priority(const store::Store& store, const api::Kind& kind, json::Value& object);

// DefaultTolerationSeconds: a pod stays five minutes on a node that is not ready or out of reach.
Result<void> default_toleration_seconds(const store::Store& store, const api::Kind& kind,
                                        json::Value& object);

// DefaultStorageClass: a claim that names no class gets the default one.
Result<void> default_storage_class(const store::Store& store, const api::Kind& kind,
                                   json::Value& object);

// RuntimeClass: a pod's class exists and gives it overhead and places to run.
Result<void> runtime_class(const store::Store& store, const api::Kind& kind, json::Value& object);

// The stored object; nothing when there is none.
Result<std::optional<json::Value>> find_stored(const store::Store& store, const api::Kind& kind,
                                               const api::Key& key);

// Every stored object of the kind, or those in one namespace; with a `mark`, only those whose text
// has it, so that the others need not be parsed.
Result<std::vector<json::Value>> stored(const store::Store& store, const api::Kind& kind,
                                        const std::string& ns = "", std::string_view mark = "");

}  // namespace sluice::registry
