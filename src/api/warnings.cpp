// SPDX-License-Identifier: Apache-2.0
#include "api/warnings.h"

#include "api/crd/definition_warnings.h"

namespace sluice::api {

std::vector<std::string> warnings(const Kind& kind, const json::Value& object,
                                  const json::Value* old) {
  return &kind == &kinds::custom_resource_definition() ? definition_warnings(object, old)
                                                       : std::vector<std::string>();
}

}  // namespace sluice::api
