// SPDX-License-Identifier: Apache-2.0
#include "apiserver/access.h"

#include <algorithm>
#include <array>

namespace sluice::apiserver {

namespace {

constexpr std::array<std::string_view, 4> kPublicPaths = {"/healthz", "/livez", "/readyz",
                                                          "/version"};

bool is_public(const RequestInfo& request) {
  const bool reads = request.verb == "get" || request.verb == "head";
  return reads && !request.is_resource &&
         std::any_of(kPublicPaths.begin(), kPublicPaths.end(), [&](std::string_view path) {
           return request.path == path || request.path.starts_with(std::string(path) + "/");
         });
}

}  // namespace

bool User::in(std::string_view group) const {
  return std::find(groups.begin(), groups.end(), group) != groups.end();
}

Result<User> authenticate(const http::Request& request) {
  if (!request.peer.name.empty()) {
    User user{request.peer.name, request.peer.groups};
    user.groups.emplace_back("system:authenticated");
    return user;
  }
  if (!request.headers.get("Authorization").empty()) {
    return fail(Code::kUnauthorized, "Unauthorized");
  }
  return User{"system:anonymous", {"system:unauthenticated"}};
}

bool masters_only(const User& user, const RequestInfo& request) {
  return user.in("system:masters") || is_public(request);
}

Error forbidden(const User& user, const RequestInfo& request) {
  if (!request.is_resource) {
    return Error{Code::kForbidden, "forbidden: User \"" + user.name + "\" cannot " + request.verb +
                                       " path \"" + request.path + "\""};
  }
  std::string message = request.resource + (request.group.empty() ? "" : "." + request.group);
  if (!request.name.empty()) {
    message += " \"" + request.name + "\"";
  }
  message += " is forbidden: User \"" + user.name + "\" cannot " + request.verb + " resource \"" +
             request.full_resource() + "\" in API group \"" + request.group + "\"";
  message +=
      request.ns.empty() ? " at the cluster scope" : " in the namespace \"" + request.ns + "\"";
  return Error{Code::kForbidden, std::move(message)};
}

}  // namespace sluice::apiserver
