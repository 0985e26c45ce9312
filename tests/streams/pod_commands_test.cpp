// SPDX-License-Identifier: Apache-2.0
//
// What every client::PodCommands promises, with real programs: beside the kubelet, and over HTTPS.
#include "remote/pod_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apiserver/server.h"
#include "clusters/kubelet_commands.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"
#include "test_kubelet.h"

namespace sluice::streams {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

constexpr const char* kPod =
    R"({"metadata":{"name":"web"},"spec":{"nodeName":"node-1","containers":[
        {"name":"main","image":"i"},{"name":"side","image":"i"}]}})";

class PodCommands : public testing::TestWithParam<bool> {
 protected:
  PodCommands() {
    auto node = json::parse(R"({"metadata":{"name":"node-1"}})");
    EXPECT_TRUE(cluster_.registry.create(api::kinds::node(), "", std::move(*node)));
    auto pod = json::parse(kPod);
    EXPECT_TRUE(cluster_.registry.create(api::kinds::pod(), "default", std::move(*pod)));
    server_ = http::serve(pki_.server_options(),
                          apiserver::make_handler(
                              {.registry = cluster_.registry, .pods = &kubelet_, .clock = clock_}))
                  .value();
    if (GetParam()) {
      commands_ = std::make_unique<remote::PodCommands>(remote::Endpoint{
          .connection = pki_.client_options(server_->port(), "tester", {"system:masters"})});
    } else {
      commands_ = std::make_unique<clusters::KubeletCommands>(kubelet_, clock_);
    }
  }

  Result<client::CommandOutput> run(std::vector<std::string> argv, std::string input = "",
                                    Duration timeout = seconds(60)) {
    return commands_->run({.pod = {"default", "web"},
                           .container = "side",
                           .argv = std::move(argv),
                           .input = std::move(input),
                           .timeout = timeout});
  }

  RealClock clock_;
  registry::TestCluster cluster_;
  TestKubelet kubelet_;
  http::TestPki pki_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<client::PodCommands> commands_;
};

TEST_P(PodCommands, TellWhatAProgramPrintedAndHowItEnded) {
  const auto output = run({"sh", "-c", "echo 'a b&c'; echo oh >&2; exit 3"});
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_EQ(*output, (client::CommandOutput{.exit_code = 3, .out = "a b&c\n", .err = "oh\n"}));
  EXPECT_EQ(run({"true"})->exit_code, 0);
}

TEST_P(PodCommands, CarryMoreThanFitsIntoPipes) {
  const std::string much(1'000'000, 'x');
  const auto output = run({"cat"}, much);
  ASSERT_TRUE(output.has_value()) << output.error().message;
  EXPECT_EQ(output->out.size(), much.size());
}

TEST_P(PodCommands, DoNotWaitForEver) {
  const auto output = run({"sleep", "1000"}, "", std::chrono::milliseconds(300));
  ASSERT_FALSE(output.has_value());
  EXPECT_EQ(output.error().code, Code::kTimeout);
}

TEST_P(PodCommands, SayWhichPodIsNotThere) {
  if (!GetParam()) {
    GTEST_SKIP() << "the kubelet of this test knows no pod by name";
  }
  const auto output = commands_->run({.pod = {"default", "gone"},
                                      .container = "side",
                                      .argv = {"true"},
                                      .input = "",
                                      .timeout = seconds(60)});
  ASSERT_FALSE(output.has_value());
  EXPECT_EQ(output.error().code, Code::kNotFound);
  EXPECT_THAT(output.error().message, HasSubstr("gone"));
}

INSTANTIATE_TEST_SUITE_P(HereAndThere, PodCommands, testing::Bool(),
                         [](const auto& one) { return one.param ? "OverHttps" : "InProcess"; });

}  // namespace
}  // namespace sluice::streams
