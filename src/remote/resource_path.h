// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "api/kind.h"
#include "api/meta.h"

namespace sluice::remote {

// URL paths of the Kubernetes API, percent-encoded.
// "/apis/batch/v1/namespaces/ns/jobs"; without namespace: all namespaces, or a cluster-scoped kind
std::string collection_path(const api::Kind& kind, const std::string& ns);
// "/api/v1/nodes/n1"
std::string object_path(const api::Kind& kind, const api::Key& key);
// "?a=b&c=d" of the parameters that are not empty; empty when all are
std::string query(std::initializer_list<std::pair<std::string_view, std::string>> parameters);

}  // namespace sluice::remote
