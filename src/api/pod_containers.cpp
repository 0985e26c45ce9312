// SPDX-License-Identifier: Apache-2.0
#include "api/pod_containers.h"

namespace sluice::api {

bool is_sidecar(const json::Value& init_container) {
  return init_container.at("restartPolicy").as_string() == "Always";
}

}  // namespace sluice::api
