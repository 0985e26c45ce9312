// SPDX-License-Identifier: Apache-2.0
#include "apiserver/call.h"

namespace sluice::apiserver {

http::Response refuse(const Call& call, const Error& error, const std::string& name) {
  return error_response(error, {.name = call.info.name.empty() ? name : call.info.name,
                                .group = std::string(call.kind.group),
                                .kind = std::string(call.kind.plural)});
}

}  // namespace sluice::apiserver
