// SPDX-License-Identifier: Apache-2.0
#include "apiserver/call.h"

#include "api/forms/form.h"

namespace sluice::apiserver {

http::Response refuse(const Call& call, const Error& error, const std::string& name) {
  const bool invalid = error.code == Code::kInvalid;
  const api::Kind& kind = invalid ? api::stored_kind(call.kind) : call.kind;
  return error_response(error, {.name = call.info.name.empty() ? name : call.info.name,
                                .group = std::string(kind.group),
                                .resource = std::string(kind.plural),
                                .kind = std::string(kind.kind)});
}

}  // namespace sluice::apiserver
