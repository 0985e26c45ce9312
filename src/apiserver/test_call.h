// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "apiserver/call.h"

namespace sluice::apiserver {

// A call as a request would become one, for tests of the parts behind routing.
class TestCall {
 public:
  TestCall(const api::Kind& kind, const std::string& method, const std::string& target,
           std::string body = "", const std::string& content_type = "application/json")
      : request_{.method = method,
                 .target = http::parse_target(target).value(),
                 .body = std::move(body)},
        kind_(kind) {
    request_.headers.add("Content-Type", content_type);
  }

  void header(const std::string& name, const std::string& value) {
    request_.headers.add(name, value);
  }

  Call call() const {
    return {.request = request_,
            .info = request_info(request_),
            .kind = kind_,
            .output = {},
            .user = user_};
  }

 private:
  http::Request request_;
  const api::Kind& kind_;
  const auth::User user_ = auth::certificate_user("tester", {});
};

}  // namespace sluice::apiserver
