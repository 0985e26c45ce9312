// SPDX-License-Identifier: Apache-2.0
#include "pod/grpc_check.h"

#include <gtest/gtest.h>

#include "pod/answering_server.h"

namespace sluice::pod {
namespace {

using std::string_literals::operator""s;

http::Http2Answer answer(const std::string& status, std::string body,
                         const std::string& message = "") {
  http::Http2Answer result{.status = 200, .body = std::move(body)};
  result.headers.add("grpc-status", status);
  result.headers.add("grpc-message", message);
  return result;
}

TEST(GrpcCheck, TheRequestCarriesTheService) {
  EXPECT_EQ(grpc_health_request(""), "\0\0\0\0\0"s);
  EXPECT_EQ(grpc_health_request("ab"), "\0\0\0\0\x04\x0A\x02"s + "ab");
  const std::string longer = grpc_health_request(std::string(200, 'x'));
  EXPECT_EQ(longer.substr(0, 8), "\0\0\0\0\xCB\x0A\xC8\x01"s);
}

TEST(GrpcCheck, OnlyServingIsHealthy) {
  EXPECT_EQ(grpc_verdict(answer("0", "\0\0\0\0\2\x08\1"s)).outcome, Outcome::kSuccess);
  const CheckResult down = grpc_verdict(answer("0", "\0\0\0\0\2\x08\2"s));
  EXPECT_EQ(down.outcome, Outcome::kFailure);
  EXPECT_EQ(down.text, "service unhealthy (responded with \"NOT_SERVING\")");
  EXPECT_EQ(grpc_verdict(answer("0", "\0\0\0\0\0"s)).text,
            "service unhealthy (responded with \"UNKNOWN\")");
  EXPECT_EQ(grpc_verdict(answer("0", "\0\0\0\0\2\x08\x7F"s)).text,
            "service unhealthy (responded with \"127\")");
}

TEST(GrpcCheck, ErrorsOfTheCallAreNamed) {
  EXPECT_EQ(grpc_verdict(answer("12", "", "unknown service")).text,
            "error: this server does not implement the grpc health protocol "
            "(grpc.health.v1.Health): unknown service");
  EXPECT_EQ(grpc_verdict(answer("5", "", "unknown service")).text,
            "error: health rpc probe failed: rpc error: code = NotFound desc = unknown service");
  EXPECT_EQ(grpc_verdict({.status = 404}).outcome, Outcome::kFailure);
}

TEST(GrpcCheck, AServerWithoutHttp2Fails) {
  const AnsweringServer server({http_answer("400 Bad Request")});
  const Action action{.kind = ActionKind::kGrpc, .port = server.port()};
  const CheckResult result =
      check_grpc({action, "127.0.0.1", Purpose::kProbe, std::chrono::seconds(20)});
  EXPECT_EQ(result.outcome, Outcome::kFailure);
  EXPECT_TRUE(result.text.starts_with("error: health rpc probe failed: ")) << result.text;
}

TEST(GrpcCheck, NobodyThereIsATimeoutToConnect) {
  std::uint16_t port = 0;
  {
    const AnsweringServer gone({""});
    port = gone.port();
  }
  const Action action{.kind = ActionKind::kGrpc, .port = port};
  const CheckResult result =
      check_grpc({action, "127.0.0.1", Purpose::kProbe, std::chrono::seconds(1)});
  EXPECT_EQ(result.text, "timeout: failed to connect service \"127.0.0.1:" + std::to_string(port) +
                             "\" within 1s: context deadline exceeded");
}

}  // namespace
}  // namespace sluice::pod
