// SPDX-License-Identifier: Apache-2.0
//
// The resources that answer questions about access and hand out tokens; nothing is stored.
#include "apiserver/body.h"
#include "apiserver/document.h"
#include "apiserver/options.h"
#include "apiserver/render.h"
#include "apiserver/resources.h"
#include "auth/reviews.h"
#include "auth/token_request.h"
#include "registry/intake.h"

namespace sluice::apiserver {

http::Response Resources::issue_token(const Call& call) const {
  const auto options = write_options(call, "CreateOptions");
  if (!options) {
    return refuse(call, options.error());
  }
  auto body = decode_body(call);
  if (!body) {
    return std::move(body).error();
  }
  const auth::TokenIssuer issuer{parts_.access.tokens(), parts_.registry, parts_.clock};
  const auto issued = issuer.issue(call.key(), std::move(body->document));
  if (!issued) {
    return refuse(call, issued.error());
  }
  return document_response(201, *issued, call.output);
}

http::Response Resources::review(const Call& call) const {
  auto options = write_options(call, "CreateOptions");
  if (!options) {
    return refuse(call, options.error());
  }
  auto body = decode_object(call);
  if (!body) {
    return std::move(body).error();
  }
  options->duplicate_fields = std::move(body->duplicates);
  const auto warnings = registry::take_in(call.kind, body->document, *options);
  if (!warnings) {
    return refuse(call, warnings.error());
  }
  const auth::Reviews reviews({parts_.access.rbac(), parts_.access.tokens(), parts_.clock});
  const auto answered = reviews.answer(
      call.kind, {.asker = call.user, .ns = call.info.ns, .object = std::move(body->document)});
  if (!answered) {
    return refuse(call, answered.error());
  }
  http::Response response = document_response(201, *answered, call.output);
  add_warnings(*warnings, response);
  return response;
}

}  // namespace sluice::apiserver
