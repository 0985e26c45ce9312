// SPDX-License-Identifier: Apache-2.0
//
// The resources that answer questions about access and hand out tokens; nothing is stored.
#include "api/apply/tracking.h"
#include "apiserver/body.h"
#include "apiserver/document.h"
#include "apiserver/options.h"
#include "apiserver/render.h"
#include "apiserver/resources.h"
#include "apiserver/warnings.h"
#include "apiserver/write_call.h"
#include "auth/reviews.h"
#include "auth/token_request.h"
#include "registry/intake.h"

namespace sluice::apiserver {

http::Response Resources::issue_token(const Call& call) const {
  auto write = read_part(call);
  if (!write) {
    return std::move(write).error();
  }
  const auth::TokenIssuer issuer{parts_.access.tokens(), parts_.registry, parts_.clock};
  const auto issued = issuer.issue(call.key(), std::move(write->document), write->options);
  if (!issued) {
    return refuse(call, issued.error());
  }
  http::Response response = document_response(201, *issued, call.output);
  add_warnings(write->warnings, response);
  return response;
}

http::Response Resources::review(const Call& call) const {
  auto write = read_write(call, "CreateOptions");
  if (!write) {
    return std::move(write).error();
  }
  const auto warnings = registry::take_in(call.kind, write->document, write->options);
  if (!warnings) {
    return refuse(call, warnings.error());
  }
  api::track_update({call.kind, write->options.field_manager, "", parts_.clock.now()},
                    json::Object(), write->document);
  const registry::Registry::Posted posted{
      .key = {call.key().ns, api::name(write->document)}, .options = write->options};
  const auto mutated = parts_.registry.mutate_posted(call.kind, posted, write->document);
  if (!mutated) {
    return refuse(call, mutated.error());
  }
  const auth::Reviews reviews({parts_.access.rbac(), parts_.access.tokens(), parts_.clock});
  const auto admit = [&](const json::Value& object) {
    return parts_.registry.validate_posted(call.kind, posted, object);
  };
  const auto answered = reviews.answer(call.kind, {.asker = call.user,
                                                   .ns = call.info.ns,
                                                   .object = std::move(write->document),
                                                   .admit = admit});
  if (!answered) {
    return refuse(call, answered.error());
  }
  http::Response response = document_response(201, *answered, call.output);
  add_warnings(*warnings, response);
  return response;
}

}  // namespace sluice::apiserver
