// SPDX-License-Identifier: Apache-2.0
#include "remote/kubeconfig.h"

#include <cstdint>
#include <string_view>

// A kubeconfig names a server or is refused.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto endpoint =
      sluice::remote::parse_kubeconfig({reinterpret_cast<const char*>(data), size}, "/nonexistent");
  CHECK(!endpoint || (!endpoint->connection.host.empty() && endpoint->connection.port != 0 &&
                      !endpoint->path_prefix.ends_with('/')));
  return 0;
}
