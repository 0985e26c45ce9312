// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/recent_map.h"
#include "base/result.h"
#include "client/client.h"
#include "http/message.h"

namespace sluice::nodeapi {

// Who calls a kubelet, and whether the cluster lets them: a client certificate of the cluster's, or
// a bearer token that the API server vouches for (TokenReview), and then its word on what they want
// (SubjectAccessReview). Answers are remembered for a while, as upstream's kubelet does. Nobody is
// let in while the API server cannot be asked. Thread-safe.
class Callers {
 public:
  Callers(client::Client& client, const Clock& clock, std::string node_name);

  struct Caller {
    std::string name;
    std::vector<std::string> groups;
    std::string uid = {};
    json::Value extra = {};
  };

  // Unauthorized without credentials or with wrong ones.
  Result<Caller> authenticate(const http::Request& request);

  // Whether the caller may do this to any of these subresources of the node; Forbidden says what
  // was missing.
  Result<void> authorize(const Caller& caller, const std::string& verb,
                         const std::vector<std::string>& subresources);

 private:
  template <class T>
  struct Remembered {
    T value;
    SteadyTime until{};
  };

  Result<Caller> review_token(std::string_view token);
  Result<bool> review_access(const Caller& caller, const std::string& verb,
                             const std::string& subresource);

  client::Client& client_;
  const Clock& clock_;
  const std::string node_name_;
  std::mutex mutex_;
  RecentMap<Remembered<Caller>> tokens_;
  RecentMap<Remembered<bool>> access_;
};

}  // namespace sluice::nodeapi
