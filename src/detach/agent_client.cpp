// SPDX-License-Identifier: Apache-2.0
#include "detach/agent_client.h"

#include "json/text.h"
#include "json/utf8.h"

namespace sluice::detach {
namespace {

constexpr std::size_t kQuoted = 300;

Code code_of(int status) {
  switch (status) {
    case 400:
    case 422:
      return Code::kInvalid;
    case 401:
    case 403:
      return Code::kForbidden;
    case 404:
      return Code::kNotFound;
    case 409:
      return Code::kConflict;
    case 429:
      return Code::kTooManyRequests;
    default:
      return Code::kInternal;
  }
}

}  // namespace

Result<std::unique_ptr<AgentClient>> AgentClient::connect(http::ClientOptions options) {
  TRY_ASSIGN(auto http, http::make_client(std::move(options)));
  return std::make_unique<AgentClient>(std::move(http));
}

Result<Progress> AgentClient::order(const std::string& node, const Order& order) {
  TRY_ASSIGN(const json::Value answer,
             send("PUT", "/v1/nodes/" + node + "/detachment", kPatience,
                  json::write(to_json(order))));
  return read_progress(answer);
}

Result<StackProgress> AgentClient::order_stack(const StackOrder& order) {
  TRY_ASSIGN(const json::Value answer, send("PUT", "/v1/stack", kPatience,
                                            json::write(to_json(order))));
  return read_stack_progress(answer);
}

Result<std::vector<NodeView>> AgentClient::nodes() {
  TRY_ASSIGN(const json::Value answer, send("GET", "/v1/nodes", kPatienceWithSlurm));
  return read_nodes(answer);
}

Result<std::vector<WaitingJob>> AgentClient::queue() {
  TRY_ASSIGN(const json::Value answer, send("GET", "/v1/queue", kPatienceWithSlurm));
  return read_waiting_jobs(answer);
}

Result<json::Value> AgentClient::send(const char* method, const std::string& target,
                                      Duration patience, const std::string& body) {
  http::ClientRequest request{.method = method, .target = target, .body = body};
  if (!body.empty()) {
    request.content_type = "application/json";
  }
  TRY_ASSIGN(const http::ClientResponse response, http_->send(request, patience));
  if (response.status / 100 != 2) {
    return fail(code_of(response.status), "the agent answers " + std::to_string(response.status) +
                                              ": " +
                                              json::to_utf8(response.body.substr(0, kQuoted)));
  }
  return response.body.empty() ? json::Value() : json::parse(response.body);
}

}  // namespace sluice::detach
