// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/connect_options.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

std::string options(const api::Kind& kind, std::string_view subresource, const std::string& url) {
  return json::write(connect_options(kind, subresource, http::parse_target(url).value()));
}

TEST(ConnectOptions, AreMadeOfTheQuery) {
  EXPECT_EQ(options(api::kinds::pod(), "exec",
                    "/x?command=ls&command=-l&container=c&stdout=true&stderr=1&stdin=false"),
            R"({"kind":"PodExecOptions","apiVersion":"v1","stdout":true,"stderr":true,)"
            R"("container":"c","command":["ls","-l"]})");
  EXPECT_EQ(options(api::kinds::pod(), "attach", "/x?tty=true&command=ls"),
            R"({"kind":"PodAttachOptions","apiVersion":"v1","tty":true})");
  EXPECT_EQ(options(api::kinds::pod(), "portforward", "/x?ports=80,81"),
            R"({"kind":"PodPortForwardOptions","apiVersion":"v1","ports":[80,81]})");
  EXPECT_EQ(options(api::kinds::service(), "proxy", "/x"),
            R"({"kind":"ServiceProxyOptions","apiVersion":"v1"})");
}

TEST(ConnectOptions, ReadingALogIsNoConnection) {
  EXPECT_EQ(options(api::kinds::pod(), "log", "/x"), "null");
}

}  // namespace
}  // namespace sluice::apiserver
