// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apiserver/request_info.h"
#include "base/result.h"
#include "http/message.h"

namespace sluice::apiserver {

struct User {
  std::string name;
  std::vector<std::string> groups;

  bool in(std::string_view group) const;
};

// Who asks: the client certificate's CN and O, or system:anonymous. Unauthorized when credentials
// were sent that this server cannot check.
Result<User> authenticate(const http::Request& request);

// Whether `user` may do this. The seam for other policies; called by several threads at once.
using Authorizer = std::function<bool(const User& user, const RequestInfo& request)>;

// Everything for group system:masters; health and version for everyone; nothing else.
bool masters_only(const User& user, const RequestInfo& request);

// The refusal in Kubernetes' words.
Error forbidden(const User& user, const RequestInfo& request);

}  // namespace sluice::apiserver
