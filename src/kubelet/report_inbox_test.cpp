// SPDX-License-Identifier: Apache-2.0
#include "kubelet/report_inbox.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

class ReportInboxTest : public ::testing::Test {
 protected:
  int post(const pod::PodReport& report, const std::string& token) {
    http::Request request;
    request.method = "POST";
    request.target.path = std::string(pod::kReportPath);
    request.headers.add("Authorization", "Bearer " + token);
    request.body = json::write(pod::to_json(report));
    return inbox_.handle(request).status;
  }

  std::vector<std::string> arrived_;
  ReportInbox inbox_{[this](const std::string& uid) { arrived_.push_back(uid); }};
};

TEST_F(ReportInboxTest, TheNewestReportIsKept) {
  inbox_.expect({"u", 1}, "t");
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 2}, "t"), 200);
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 1}, "t"), 200);
  EXPECT_EQ(inbox_.latest({"u", 1})->sequence, 2);
  EXPECT_EQ(arrived_, (std::vector<std::string>{"u", "u"}));
}

TEST_F(ReportInboxTest, AWrongTokenIsRefusedAndChangesNothing) {
  inbox_.expect({"u", 1}, "right");
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 2}, "wrong"), 401);
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 2}, "righ"), 401);
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 2}, "rightx"), 401);
  EXPECT_FALSE(inbox_.latest({"u", 1}).has_value());
  EXPECT_TRUE(arrived_.empty());
}

TEST_F(ReportInboxTest, AnotherAttemptOrAGonePodMustStop) {
  inbox_.expect({"u", 2}, "t");
  EXPECT_EQ(post({.attempt = {"u", 1}}, "t"), 409);
  EXPECT_EQ(post({.attempt = {"gone", 1}}, "t"), 409);
  inbox_.forget("u");
  EXPECT_EQ(post({.attempt = {"u", 2}}, "t"), 409);
}

TEST_F(ReportInboxTest, WhoIsToldToStopMayStillSayItsLastWord) {
  inbox_.expect({"u", 1}, "t");
  inbox_.refuse("u");
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 1}, "t"), 409);
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 2, .finished = true}, "t"), 200);
  EXPECT_TRUE(inbox_.latest({"u", 1})->finished);
}

TEST_F(ReportInboxTest, NonsenseIsRefused) {
  http::Request request;
  request.method = "GET";
  EXPECT_EQ(inbox_.handle(request).status, 404);
  request.method = "POST";
  request.target.path = std::string(pod::kReportPath);
  EXPECT_EQ(inbox_.handle(request).status, 401);
  request.headers.add("Authorization", "Bearer x");
  request.body = "{";
  EXPECT_EQ(inbox_.handle(request).status, 400);
  request.body = "{}";
  EXPECT_EQ(inbox_.handle(request).status, 400);
}

TEST_F(ReportInboxTest, ANewAttemptForgetsTheOldReport) {
  inbox_.expect({"u", 1}, "t");
  EXPECT_EQ(post({.attempt = {"u", 1}, .sequence = 2}, "t"), 200);
  inbox_.expect({"u", 1}, "ignored");  // the same attempt again keeps everything
  EXPECT_TRUE(inbox_.latest({"u", 1}).has_value());
  inbox_.expect({"u", 2}, "t2");
  EXPECT_FALSE(inbox_.latest({"u", 1}).has_value());
  EXPECT_FALSE(inbox_.latest({"u", 2}).has_value());
}

}  // namespace
}  // namespace sluice::kubelet
