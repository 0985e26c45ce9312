// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/rules.h"

namespace sluice::registry {

Result<void> certificate_requester(const store::Store&, Attributes& request) {
  if (!is_for(request, api::kinds::certificate_signing_request())) {
    return {};
  }
  json::Value& spec = (*request.object)["spec"];
  for (const char* member : {"username", "uid", "groups", "extra"}) {
    if (const json::Value* known = request.user.find(member)) {
      spec[member] = *known;
    } else {
      spec.erase(member);
    }
  }
  return {};
}

}  // namespace sluice::registry
