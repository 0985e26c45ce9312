// SPDX-License-Identifier: Apache-2.0
#include "jobs/remote_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "jobs/test_machine.h"

namespace sluice::jobs {
namespace {

using testing::HasSubstr;

class RemoteFiles : public TestMachine {};

TEST_F(RemoteFiles, ADeletedObjectIsCancelledByNameAndNotSubmittedAnyMore) {
  EXPECT_EQ(submit(), slurm::JobId(1));
  EXPECT_TRUE(read_cancellation(there(cancellation("uid-1", "me"))).has_value());
  EXPECT_EQ(read("cancelled"), "--user=me --name=uid-1\n");
  EXPECT_EQ(submit(2).error().code, Code::kConflict);
  EXPECT_TRUE(read_removal(there(removal("uid-1"))).has_value());
  EXPECT_FALSE(std::filesystem::exists(dir() / ".sluice/jobs/uid-1"));
}

TEST_F(RemoteFiles, AWithdrawnRunIsNotSubmittedAnyMoreButLaterOnesAre) {
  EXPECT_TRUE(read_cancellation(there(withdrawal({"uid-1", 1}, "me"))).has_value());
  EXPECT_EQ(read("cancelled"), "--user=me --name=uid-1\n");
  EXPECT_EQ(submit(1).error().code, Code::kConflict);
  EXPECT_EQ(submit(2), slurm::JobId(1));
}

TEST_F(RemoteFiles, FilesThatCannotBeRemovedAreToldOf) {
  program("rm", "echo 'rm: cannot remove it: Read-only file system' >&2; exit 1");
  const auto removed = read_removal(there(removal("uid-1")));
  ASSERT_FALSE(removed.has_value());
  EXPECT_EQ(removed.error().code, Code::kUnavailable);
  EXPECT_THAT(removed.error().message, HasSubstr("Read-only file system"));
}

TEST_F(RemoteFiles, OutputIsReadInPieces) {
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 0, 100)).out, "");
  EXPECT_TRUE(submit().has_value());
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/output", "0123456789", 0600));
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 0, 4)).out, "0123");
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 4, 100)).out, "456789");
  EXPECT_EQ(there(output_piece({"uid-1", 1}, {}, 10, 100)).out, "");
}

TEST_F(RemoteFiles, TheLastLinesOfTheOutputAreFound) {
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 2))), 0);
  EXPECT_TRUE(submit().has_value());
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/output", "a\nb\nc\n", 0600));
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 2))), 2);
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 0))), 6);
  EXPECT_EQ(*read_tail(there(output_tail({"uid-1", 1}, {}, 9))), 0);
}

TEST_F(RemoteFiles, TasksOfAnArrayHaveOutputsOfTheirOwn) {
  const std::string array = "#!/bin/sh\n#SBATCH --array=0-3\n";
  EXPECT_TRUE(submit(1, array).has_value());
  EXPECT_THAT(read("submitted"), HasSubstr(".sluice/jobs/uid-1/1/output-%a"));
  EXPECT_TRUE(write_file_replacing(dir() / ".sluice/jobs/uid-1/1/output-2", "two\n", 0600));
  EXPECT_EQ(there(output_piece({"uid-1", 1}, 2, 0, 100)).out, "two\n");
  EXPECT_EQ(there(output_piece({"uid-1", 1}, 1, 0, 100)).out, "");
  EXPECT_TRUE(submit(2, array + "#SBATCH -o mine-%a\n").has_value());
  program("scontrol", "printf 'JobId=1\n   StdOut=%s\n   Power=\n' \"$HOME/mine own-${3#*_}\"");
  EXPECT_TRUE(write_file_replacing(dir() / "mine own-3", "three\n", 0600));
  EXPECT_EQ(there(output_piece({"uid-1", 2}, 3, 0, 100)).out, "three\n");
}

}  // namespace
}  // namespace sluice::jobs
