// SPDX-License-Identifier: Apache-2.0
#include "pod/reporter.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>

#include "http/test_pki.h"

namespace sluice::pod {
namespace {

class ReporterTest : public ::testing::Test {
 protected:
  // A kubelet that answers every report with `status`.
  void serve(int status) {
    auto server = http::serve(pki_.server_options(), [this, status](const http::Request& request) {
      authorization_ = std::string(request.headers.get("Authorization"));
      body_ = request.body;
      http::Response response;
      response.status = status;
      return response;
    });
    ASSERT_TRUE(server.has_value()) << server.error().message;
    server_ = std::move(*server);
    const http::ClientOptions client = pki_.client_options(server_->port());
    spec_.report_host = client.host;
    spec_.report_port = client.port;
    spec_.report_ca_pem = client.ca_pem;
    spec_.report_token = "sesame";
  }
  static bool is_readable(int fd) {
    pollfd entry{fd, POLLIN, 0};
    return ::poll(&entry, 1, 0) == 1;
  }

  http::TestPki pki_;
  RealClock clock_;
  PodSpec spec_;
  std::unique_ptr<http::Server> server_;
  std::string authorization_;
  std::string body_;
};

TEST_F(ReporterTest, TheNewestReportArrivesWithTheToken) {
  serve(200);
  Reporter reporter(spec_, clock_);
  reporter.offer("old");
  reporter.offer("new");
  EXPECT_TRUE(reporter.flush(std::chrono::seconds(20)));
  EXPECT_EQ(body_, "new");
  EXPECT_EQ(authorization_, "Bearer sesame");
  EXPECT_FALSE(is_readable(reporter.revoked_fd()));
}

TEST_F(ReporterTest, ARevokedAttemptIsTold) {
  serve(409);
  Reporter reporter(spec_, clock_);
  reporter.offer("x");
  EXPECT_FALSE(reporter.flush(std::chrono::seconds(20)));
  EXPECT_TRUE(is_readable(reporter.revoked_fd()));
}

TEST_F(ReporterTest, AKubeletThatIsAwayIsNoProblem) {
  serve(200);
  server_.reset();
  Reporter reporter(spec_, clock_);
  reporter.offer("x");
  EXPECT_FALSE(reporter.flush(std::chrono::seconds(20)));
}

TEST_F(ReporterTest, WithoutAddressNothingIsSent) {
  Reporter reporter(spec_, clock_);
  reporter.offer("x");
  EXPECT_FALSE(reporter.flush(std::chrono::seconds(20)));
}

}  // namespace
}  // namespace sluice::pod
