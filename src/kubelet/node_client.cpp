// SPDX-License-Identifier: Apache-2.0
#include "kubelet/node_client.h"

#include "api/kind.h"

namespace sluice::kubelet {
namespace {

template <class Options>
Options narrowed(Options options, const api::Kind& kind, const std::string& selector) {
  if (kind.qualified_resource() == api::kinds::pod().qualified_resource()) {
    options.field_selector += (options.field_selector.empty() ? "" : ",") + selector;
  }
  return options;
}

}  // namespace

Result<client::ObjectList> NodeClient::list(const api::Kind& kind,
                                            const client::ListOptions& options) {
  return client_.list(kind, narrowed(options, kind, selector_));
}

Result<std::unique_ptr<client::Watch>> NodeClient::watch(const api::Kind& kind,
                                                         const client::WatchOptions& options) {
  return client_.watch(kind, narrowed(options, kind, selector_));
}

}  // namespace sluice::kubelet
