// SPDX-License-Identifier: Apache-2.0
#include "pod/network_check.h"

#include <poll.h>

#include "base/poll_timeout.h"
#include "base/text.h"
#include "http/sockets.h"
#include "pod/grpc_check.h"
#include "pod/http_check.h"

namespace sluice::pod {
namespace {

CheckResult check_tcp(const NetworkCheck& check) {
  const std::string& host = check.action.host.empty() ? check.pod_address : check.action.host;
  const auto connection = dial(host, check.action.port, RealClock().steady() + check.timeout);
  return connection ? CheckResult{} : CheckResult{Outcome::kFailure, connection.error().message};
}

CheckResult wait_seconds(std::int64_t seconds) {
  const RealClock clock;
  const SteadyTime end = clock.steady() + std::chrono::seconds(seconds);
  while (clock.steady() < end) {
    ::poll(nullptr, 0, poll_timeout(end, clock));
  }
  return {};
}

// What connect_to() says after the address: "Connection refused".
std::string last_part(const std::string& message) {
  const std::size_t at = message.rfind(": ");
  return to_lower(at == std::string::npos ? message : message.substr(at + 2));
}

}  // namespace

std::string endpoint(const std::string& host, std::uint16_t port) {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<UniqueFd> dial(const std::string& host, std::uint16_t port, SteadyTime deadline) {
  auto connection = http::connect_to(host, port, deadline);
  if (connection) {
    return connection;
  }
  const std::string cause = connection.error().code == Code::kTimeout
                                ? "i/o timeout"
                                : "connect: " + last_part(connection.error().message);
  return fail(connection.error().code, "dial tcp " + endpoint(host, port) + ": " + cause);
}

CheckResult do_network_check(const NetworkCheck& check) {
  switch (check.action.kind) {
    case ActionKind::kHttp:
      return check_http(check);
    case ActionKind::kTcp:
      return check_tcp(check);
    case ActionKind::kGrpc:
      return check_grpc(check);
    case ActionKind::kSleep:
      return wait_seconds(check.action.seconds);
    case ActionKind::kNone:
    case ActionKind::kExec:
      break;
  }
  return {Outcome::kError, "missing handler"};
}

}  // namespace sluice::pod
