// SPDX-License-Identifier: Apache-2.0
#include "pod/status_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

class StatusFileTest : public testing::Test {
 protected:
  static PodReport report(std::int64_t sequence) {
    PodReport report;
    report.attempt = {"uid-1", 1};
    report.sequence = sequence;
    return report;
  }
  std::filesystem::path path() const { return directory_.path() / "status.jsonl"; }

  TemporaryDirectory directory_;
  StatusFile file_{directory_.path()};
};

TEST_F(StatusFileTest, NothingWrittenIsNoStatus) {
  EXPECT_FALSE(read_status(directory_.path()).has_value());
}

TEST_F(StatusFileTest, TheLastReportCounts) {
  ASSERT_TRUE(file_.append(report(1)));
  ASSERT_TRUE(file_.append(report(2)));
  ASSERT_TRUE(file_.sync());
  EXPECT_EQ(read_status(directory_.path())->sequence, 2);
}

TEST_F(StatusFileTest, AHalfWrittenLineIsNotThereYet) {
  ASSERT_TRUE(file_.append(report(1)));
  ASSERT_TRUE(append_to_file(path(), R"({"uid":"uid-1","att)"));
  EXPECT_EQ(read_status(directory_.path())->sequence, 1);
}

TEST_F(StatusFileTest, ATornLineIsSkipped) {
  ASSERT_TRUE(file_.append(report(1)));
  ASSERT_TRUE(append_to_file(path(), "{\"uid\":\"u\n"));
  EXPECT_EQ(read_status(directory_.path())->sequence, 1);
}

// A full disk takes the first part of a line.
TEST_F(StatusFileTest, WhatFollowsATornLineIsALineOfItsOwn) {
  ASSERT_TRUE(file_.append(report(1)));
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &usual), 0);
  const auto ignored = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit full{std::filesystem::file_size(path()) + 10, usual.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  const auto torn = file_.append(report(2));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &usual), 0);
  ::signal(SIGXFSZ, ignored);
  EXPECT_FALSE(torn.has_value());
  EXPECT_EQ(read_status(directory_.path())->sequence, 1);
  ASSERT_TRUE(file_.append(report(3)));
  EXPECT_EQ(read_status(directory_.path())->sequence, 3);
}

TEST_F(StatusFileTest, AWeekOfHeartbeatsStaysSmall) {
  for (int i = 1; i <= 3000; ++i) {
    ASSERT_TRUE(file_.append(report(i)));
    ASSERT_LE(std::filesystem::file_size(path()), StatusFile::kLimit);
  }
  EXPECT_EQ(read_status(directory_.path())->sequence, 3000);
}

}  // namespace
}  // namespace sluice::pod
