// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_client.h"

#include "api/kind.h"

namespace sluice::kubelet {
namespace {

// The field that says which node an object belongs to; null: all nodes.
const char* node_field(const api::Kind& kind) {
  if (kind.qualified_resource() == api::kinds::pod().qualified_resource()) {
    return "spec.nodeName";
  }
  return kind.qualified_resource() == api::kinds::node().qualified_resource() ? "metadata.name"
                                                                              : nullptr;
}

}  // namespace

template <class Options>
Options NodeClient::narrowed(Options options, const api::Kind& kind) const {
  if (const char* field = node_field(kind)) {
    options.field_selector += options.field_selector.empty() ? "" : ",";
    options.field_selector += std::string(field) + "=" + node_name_;
  }
  return options;
}

Result<client::ObjectList> NodeClient::list(const api::Kind& kind,
                                            const client::ListOptions& options) {
  return client_.list(kind, narrowed(options, kind));
}

Result<std::unique_ptr<client::Watch>> NodeClient::watch(const api::Kind& kind,
                                                         const client::WatchOptions& options) {
  return client_.watch(kind, narrowed(options, kind));
}

}  // namespace sluice::kubelet
