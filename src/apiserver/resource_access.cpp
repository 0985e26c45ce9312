// SPDX-License-Identifier: Apache-2.0
//
// The resources that answer questions about access and hand out tokens; nothing is stored.
#include "api/apply/tracking.h"
#include "apiserver/body.h"
#include "apiserver/document.h"
#include "apiserver/options.h"
#include "apiserver/render.h"
#include "apiserver/resources.h"
#include "apiserver/write_call.h"
#include "auth/reviews.h"
#include "auth/token_request.h"
#include "registry/intake.h"

namespace sluice::apiserver {

http::Response Resources::issue_token(const Call& call) const {
  auto write = read_write(call, "CreateOptions", decode_body);
  if (!write) {
    return std::move(write).error();
  }
  const std::string& kind = write->document.at("kind").as_string();
  if (!kind.empty() && kind != "TokenRequest") {
    const std::string version = write->document.at("apiVersion").as_string();
    const std::string short_version = version.substr(version.rfind('/') + 1);
    return refuse(
        call, {Code::kBadRequest, kind + " in version \"" + short_version +
                                      "\" cannot be handled as a TokenRequest: converting (" +
                                      short_version + "." + kind +
                                      ") to (authentication.TokenRequest): unknown conversion"});
  }
  const auth::TokenIssuer issuer{parts_.access.tokens(), parts_.registry, parts_.clock};
  const auto issued = issuer.issue(call.key(), std::move(write->document));
  if (!issued) {
    return refuse(call, issued.error());
  }
  return document_response(201, *issued, call.output);
}

http::Response Resources::review(const Call& call) const {
  auto write = read_write(call, "CreateOptions", decode_object);
  if (!write) {
    return std::move(write).error();
  }
  const auto warnings = registry::take_in(call.kind, write->document, write->options);
  if (!warnings) {
    return refuse(call, warnings.error());
  }
  api::track_update({call.kind, write->options.field_manager, "", parts_.clock.now()},
                    json::Object(), write->document);
  const auth::Reviews reviews({parts_.access.rbac(), parts_.access.tokens(), parts_.clock});
  const auto answered = reviews.answer(
      call.kind, {.asker = call.user, .ns = call.info.ns, .object = std::move(write->document)});
  if (!answered) {
    return refuse(call, answered.error());
  }
  http::Response response = document_response(201, *answered, call.output);
  add_warnings(*warnings, response);
  return response;
}

}  // namespace sluice::apiserver
