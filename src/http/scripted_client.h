// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "http/client.h"

namespace sluice::http {

// For tests: answers in their order, and what was asked.
struct Script {
  std::deque<ClientResponse> answers;
  std::vector<ClientRequest> requests;
};

// Reads its answers from a script, which outlives it; nobody listens when there are no more.
class ScriptedClient final : public Client {
 public:
  explicit ScriptedClient(Script& script) : script_(script) {}
  Result<ClientResponse> send(const ClientRequest& request, Duration) override {
    script_.requests.push_back(request);
    if (script_.answers.empty()) {
      return fail(Code::kUnavailable, "Connection refused");
    }
    ClientResponse answer = std::move(script_.answers.front());
    script_.answers.pop_front();
    return answer;
  }
  Result<Opened> open(const ClientRequest&, Duration) override {
    return fail(Code::kUnsupported, "not here");
  }
  Result<Download> download(const ClientRequest&, Duration) override {
    return fail(Code::kUnsupported, "not here");
  }

 private:
  Script& script_;
};

}  // namespace sluice::http
