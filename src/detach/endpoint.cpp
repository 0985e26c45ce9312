// SPDX-License-Identifier: Apache-2.0
#include "detach/endpoint.h"

#include <algorithm>
#include <string_view>

#include "base/log.h"
#include "json/text.h"

namespace sluice::detach {
namespace {

constexpr std::string_view kNodes = "/v1/nodes";
constexpr std::string_view kQueue = "/v1/queue";
constexpr std::string_view kStack = "/v1/stack";
constexpr std::string_view kDetachment = "/detachment";

int status_of(Code code) {
  switch (code) {
    case Code::kInvalid:
      return 400;
    case Code::kForbidden:
      return 403;
    case Code::kNotFound:
      return 404;
    case Code::kUnsupported:
      return 405;
    case Code::kConflict:
      return 409;
    case Code::kTooManyRequests:
      return 429;
    case Code::kUnavailable:
      return 503;
    default:
      return 500;
  }
}

Error wrong_method(const http::Request& request, const std::string& expected) {
  return {Code::kUnsupported,
          request.method + " " + request.target.path + ": expected " + expected};
}

}  // namespace

bool Allowance::take() {
  const std::scoped_lock lock(mutex_);
  const SteadyTime now = clock_.steady();
  const std::chrono::duration<double> passed = now - counted_;
  counted_ = now;
  left_ = std::min(2 * rate_, left_ + passed.count() * rate_);
  if (left_ < 1) {
    return false;
  }
  left_ -= 1;
  return true;
}

http::Response Endpoint::answer(const http::Request& request) {
  http::Response response;
  auto result = served(request);
  if (!result) {
    response.status = status_of(result.error().code);
    if (result.error().code == Code::kTooManyRequests) {
      response.headers.add("Retry-After", "1");
    }
    result = json::Object{{"message", result.error().message}};
  }
  response.body = json::write(*result) + "\n";
  return response;
}

Result<json::Value> Endpoint::served(const http::Request& request) {
  if (!may_order(request.peer.name)) {
    if (lines_about_strangers_.take()) {
      log::warning("a stranger was refused",
                   {{"name", request.peer.name}, {"address", request.peer.address}});
    }
    return fail(Code::kForbidden,
                request.peer.name.empty()
                    ? "expected a certificate of somebody who may give orders to this agent"
                    : "\"" + request.peer.name + "\" may not give orders to this agent");
  }
  if (!requests_.take()) {
    return fail(Code::kTooManyRequests, "too many requests: try again in a second");
  }
  std::string_view path = request.target.path;
  if (path == kNodes || path == kQueue) {
    if (request.method != "GET") {
      return tl::unexpected(wrong_method(request, "GET"));
    }
    if (path == kNodes) {
      TRY_ASSIGN(const auto nodes, detachments_.nodes());
      return to_json(nodes);
    }
    TRY_ASSIGN(const auto jobs, detachments_.waiting_jobs());
    return to_json(jobs);
  }
  if (path == kStack) {
    return about_stack(request);
  }
  if (path.starts_with(kNodes) && path.ends_with(kDetachment) &&
      path.size() > kNodes.size() + kDetachment.size() + 1 && path[kNodes.size()] == '/') {
    path.remove_prefix(kNodes.size() + 1);
    path.remove_suffix(kDetachment.size());
    return about_node(std::string(path), request);
  }
  return fail(Code::kNotFound, "there is nothing at " + request.target.path);
}

Result<json::Value> Endpoint::about_node(const std::string& node, const http::Request& request) {
  if (request.method == "GET") {
    TRY_ASSIGN(const Progress progress, detachments_.progress(node));
    return to_json(progress);
  }
  if (request.method == "DELETE") {
    TRY(detachments_.give_up(node));
    log::info("a detachment is given up", {{"node", node}, {"by", request.peer.name}});
    return json::Object{};
  }
  if (request.method != "PUT") {
    return tl::unexpected(wrong_method(request, "GET, PUT or DELETE"));
  }
  auto body = json::parse(request.body);
  if (!body) {
    return fail(Code::kInvalid, "body: " + body.error().message);
  }
  TRY_ASSIGN(const Order order, read_order(*body));
  TRY_ASSIGN(const Progress progress, detachments_.order(node, order));
  return to_json(progress);
}

Result<json::Value> Endpoint::about_stack(const http::Request& request) {
  if (change_stack_ == nullptr) {
    return fail(Code::kNotFound, "this machine has one stack only");
  }
  if (request.method != "GET" && request.method != "PUT") {
    return tl::unexpected(wrong_method(request, "GET or PUT"));
  }
  std::optional<StackOrder> order;
  if (request.method == "PUT") {
    const auto body = json::parse(request.body);
    if (!body) {
      return fail(Code::kInvalid, "body: " + body.error().message);
    }
    TRY_ASSIGN(order, read_stack_order(*body));
  }
  TRY_ASSIGN(const StackProgress progress, change_stack_(order));
  return to_json(progress);
}

bool Endpoint::may_order(const std::string& name) const {
  return !name.empty() && std::find(options_.orderers.begin(), options_.orderers.end(), name) !=
                              options_.orderers.end();
}

}  // namespace sluice::detach
