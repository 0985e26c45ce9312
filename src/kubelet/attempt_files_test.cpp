// SPDX-License-Identifier: Apache-2.0
#include "kubelet/attempt_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "pod/status_file.h"

namespace sluice::kubelet {
namespace {

class AttemptFilesTest : public ::testing::Test {
 protected:
  pod::PodSpec spec(std::int64_t number) {
    return {.ns = "default",
            .name = "p",
            .attempt = {"u", number},
            .restart_policy = "Never",
            .containers = {{.name = "main"}}};
  }
  TemporaryDirectory scratch_;
  AttemptFiles files_{scratch_.path()};
};

TEST_F(AttemptFilesTest, NothingIsThereAtFirst) {
  EXPECT_TRUE(files_.uids().empty());
  EXPECT_EQ(files_.newest("u"), 0);
  EXPECT_FALSE(files_.read_spec({"u", 1})->has_value());
  EXPECT_FALSE(files_.read_job({"u", 1}).has_value());
  EXPECT_FALSE(files_.read_report({"u", 1}).has_value());
  EXPECT_EQ(files_.job_output({"u", 1}), "");
}

TEST_F(AttemptFilesTest, TheNewestAttemptIsFoundByNumber) {
  for (const std::int64_t number : {1, 2, 10}) {
    ASSERT_TRUE(files_.write_spec(spec(number)).has_value());
  }
  EXPECT_EQ(files_.newest("u"), 10);
  EXPECT_EQ(files_.uids(), std::vector<std::string>{"u"});
  EXPECT_EQ((*files_.read_spec({"u", 10}))->attempt.number, 10);
}

TEST_F(AttemptFilesTest, TheSpecIsPrivate) {
  ASSERT_TRUE(files_.write_spec(spec(1)).has_value());
  struct stat status {};
  ASSERT_EQ(::stat((files_.directory({"u", 1}) / "spec.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(AttemptFilesTest, JobAndReportAreReadBack) {
  ASSERT_TRUE(files_.write_spec(spec(1)).has_value());
  ASSERT_TRUE(files_.write_job({"u", 1}, 42).has_value());
  EXPECT_EQ(files_.read_job({"u", 1}), 42u);
  pod::StatusFile status(files_.directory({"u", 1}));
  ASSERT_TRUE(status.append({.attempt = {"u", 1}, .sequence = 3}).has_value());
  EXPECT_EQ(files_.read_report({"u", 1})->sequence, 3);
}

TEST_F(AttemptFilesTest, TheLastLinesOfTheScriptsOutputAreOneShortLine) {
  ASSERT_TRUE(files_.write_spec(spec(1)).has_value());
  const auto log = files_.directory({"u", 1}) / "_job.log";
  ASSERT_TRUE(write_file_replacing(log, "one\ntwo\n\n").has_value());
  EXPECT_EQ(files_.job_output({"u", 1}), "one two");
  ASSERT_TRUE(
      write_file_replacing(log, std::string(500, 'x') + "\nlast line\nindeed\n").has_value());
  EXPECT_EQ(files_.job_output({"u", 1}), "last line indeed");
  ASSERT_TRUE(write_file_replacing(log, std::string(500, 'x')).has_value());
  EXPECT_EQ(files_.job_output({"u", 1}), std::string(200, 'x'));
}

TEST_F(AttemptFilesTest, RemoveTakesAllAttempts) {
  ASSERT_TRUE(files_.write_spec(spec(1)).has_value());
  ASSERT_TRUE(files_.write_spec(spec(2)).has_value());
  ASSERT_TRUE(files_.remove("u").has_value());
  EXPECT_EQ(files_.newest("u"), 0);
}

}  // namespace
}  // namespace sluice::kubelet
