// SPDX-License-Identifier: Apache-2.0
#include "apiserver/websocket_token.h"

#include <gtest/gtest.h>

#include "apiserver/server.h"
#include "auth/test_policy.h"
#include "auth/token_request.h"
#include "base/text.h"
#include "http/websocket/handshake.h"

namespace sluice::apiserver {
namespace {

constexpr const char* kPrefix = "base64url.bearer.authorization.k8s.io.";

http::Request websocket(const std::string& target, const std::string& protocols) {
  http::Request request{.method = "GET", .target = http::parse_target(target).value()};
  request.headers.add("Connection", "Upgrade");
  request.headers.add("Upgrade", "websocket");
  request.headers.add("Sec-WebSocket-Version", "13");
  request.headers.add("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
  request.headers.add("Sec-WebSocket-Protocol", protocols);
  return request;
}

std::string as_protocol(const std::string& token) {
  return kPrefix + base64url_encode(token);
}

// The token, "none", or "refused".
std::string token_of(const http::Request& request) {
  const auto token = websocket_token(request);
  return !token ? "refused" : token->value_or("none");
}

TEST(WebSocketToken, ComesBesideAnotherProtocol) {
  EXPECT_EQ(token_of(websocket("/", "a, " + as_protocol("t?>"))), "t?>");
  EXPECT_EQ(token_of(websocket("/", "a, b")), "none");
  EXPECT_EQ(token_of(websocket("/", std::string("a, ") + kPrefix)), "none");
  EXPECT_EQ(token_of(websocket("/", as_protocol("t"))), "refused");
  EXPECT_EQ(token_of(websocket("/", "a, " + as_protocol("t") + "," + as_protocol("u"))), "refused");
  EXPECT_EQ(token_of(websocket("/", std::string("a, ") + kPrefix + "dA==")), "refused");
  http::Request other{.method = "GET"};
  other.headers.add("Sec-WebSocket-Protocol", "a, " + as_protocol("t"));
  EXPECT_EQ(token_of(other), "none") << "no WebSocket";
}

TEST(WebSocketToken, IsTakenOutOfTheRequest) {
  http::Request request = websocket("/", "a," + as_protocol("t") + ",b");
  request.headers.add("sec-websocket-protocol", as_protocol("u"));
  request.headers.add("X-Other", "1");
  const auto kept = without_websocket_token(request);
  ASSERT_TRUE(kept);
  EXPECT_EQ(http::header_entries(kept->headers, "Sec-WebSocket-Protocol"),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(kept->headers.get("X-Other"), "1");
  EXPECT_FALSE(without_websocket_token(websocket("/", "a,b")));
}

class WebSocketTokenAtTheServer : public testing::Test {
 protected:
  WebSocketTokenAtTheServer() {
    policy_.cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})");
    policy_.let("system:serviceaccount:default:robot",
                R"([{"verbs":["watch","get"],"apiGroups":[""],"resources":["configmaps"]}])");
    http::SigningKey key = http::SigningKey::create().value();
    const auth::ServiceAccountTokens tokens(policy_.cluster.registry, policy_.cluster.clock,
                                            http::SigningKey::load(key.to_pem().value()).value());
    const auth::TokenIssuer issuer{tokens, policy_.cluster.registry, policy_.cluster.clock};
    token_ = issuer.issue({"default", "robot"}, json::Object())->at("status", "token").as_string();
    handler_ = make_handler({.registry = policy_.cluster.registry,
                             .clock = policy_.cluster.clock,
                             .token_key = std::move(key)});
  }

  auth::TestPolicy policy_;
  std::string token_;
  http::Handler handler_;
};

constexpr const char* kWatch = "/api/v1/namespaces/default/configmaps?watch=true";

TEST_F(WebSocketTokenAtTheServer, SaysWhoAsksAndIsNotSentBack) {
  for (const bool first : {true, false}) {
    const std::string known = "base64.binary.k8s.io";
    const std::string own = as_protocol(token_);
    const http::Response watched =
        handler_(websocket(kWatch, first ? own + "," + known : known + "," + own));
    EXPECT_EQ(watched.status, 101) << watched.body;
    EXPECT_EQ(watched.headers.get("Sec-WebSocket-Protocol"), known);
  }
}

// A watch speaks any protocol; what comes first is taken, but never the token.
TEST_F(WebSocketTokenAtTheServer, IsNotTakenForTheProtocol) {
  for (const std::string& offered :
       {"soap," + as_protocol(token_), as_protocol(token_) + ",soap"}) {
    const http::Response watched = handler_(websocket(kWatch, offered));
    EXPECT_EQ(watched.status, 101) << watched.body;
    EXPECT_EQ(watched.headers.get("Sec-WebSocket-Protocol"), "soap");
  }
}

TEST_F(WebSocketTokenAtTheServer, IsNotBelievedWhenItIsWrong) {
  const std::string known = "base64.binary.k8s.io,";
  EXPECT_EQ(handler_(websocket(kWatch, known + as_protocol("nonsense"))).status, 401);
  EXPECT_EQ(handler_(websocket(kWatch, as_protocol(token_))).status, 401);
  EXPECT_EQ(handler_(websocket(kWatch, known + "a")).status, 403) << "nobody asks";
  http::Request both = websocket(kWatch, known + as_protocol(token_));
  both.headers.add("Authorization", "Bearer nonsense");
  EXPECT_EQ(handler_(both).status, 101) << "one that is right is enough";
}

}  // namespace
}  // namespace sluice::apiserver
