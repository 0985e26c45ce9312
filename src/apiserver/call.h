// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/catalog.h"
#include "api/kind.h"
#include "api/meta.h"
#include "apiserver/negotiate.h"
#include "apiserver/request_info.h"
#include "apiserver/status.h"
#include "auth/user.h"
#include "http/message.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// A value, or the answer that ends the request early.
template <class T>
using Answer = tl::expected<T, http::Response>;

// One request for a resource, understood and allowed. Lives on its worker's stack.
struct Call {
  const http::Request& request;
  RequestInfo info;
  const api::Kind& kind;
  api::KindPtr kept = nullptr;  // what keeps it valid: streams that outlive the call hold on to it
  Output output;
  const auth::User& user;
  registry::WriteCheck check = {};   // what writes of this user must pass
  registry::CreateCheck may_create = {};
  registry::Notes* notes = nullptr;  // of admission, for the answer and the audit log; may be null
  std::function<Duration()> time_left = nullptr;  // until the client gives up; null: it never does

  api::Key key() const {
    return {.ns = kind.namespaced ? info.ns : std::string(), .name = info.name};
  }
  registry::Requester requester() const { return {auth::to_user_info(user), notes, time_left}; }
  // Query parameter, empty when missing.
  std::string option(std::string_view name) const { return request.target.value(name); }
};

// The error as a Status about what the call addressed. `name` when the URL has none.
http::Response refuse(const Call& call, const Error& error, const std::string& name = "");

}  // namespace sluice::apiserver
