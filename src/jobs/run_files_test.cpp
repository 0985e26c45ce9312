// SPDX-License-Identifier: Apache-2.0
#include "jobs/run_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "jobs/remote_files.h"

namespace sluice::jobs {
namespace {

const Run kRun{"uid-1", 1};

class RunFiles : public testing::Test {
 protected:
  const std::filesystem::path& home() const { return scratch_.path(); }
  std::filesystem::path files() const { return home() / ".sluice/jobs/uid-1/files-1"; }
  CommandOutput there(Command command) {
    command.environment = {{"HOME", home().string()}};
    const auto output = runner_.run(command);
    EXPECT_TRUE(output.has_value());
    return output.value_or(CommandOutput{});
  }
  Result<std::string> make() { return read_files_directory(there(files_directory(kRun))); }
  Result<void> send(const FilePiece& piece) {
    return read_file_piece(there(file_piece(kRun, piece)));
  }
  std::string stored(const std::string& path) const {
    return read_file(files() / path).value_or("nothing");
  }
  unsigned mode(const std::string& path) const {
    struct stat status {};
    EXPECT_EQ(::stat((files() / path).c_str(), &status), 0);
    return status.st_mode & 0777U;
  }
  Result<std::int64_t> size(const std::string& path) {
    return read_file_size(there(file_size(kRun, path)), path);
  }
  Result<std::string> part(const std::string& path, std::int64_t offset, std::int64_t most) {
    return read_file_part(there(file_part(kRun, path, offset, most)), path);
  }

  TemporaryDirectory scratch_{"files"};
  ProcessRunner runner_;
};

TEST_F(RunFiles, AFileIsStoredForTheUserAlone) {
  EXPECT_EQ(make().value_or(""), files().string());
  const std::string bytes("it's \"$HOME\"\0\xff\n", 15);
  EXPECT_TRUE(send({.path = "a b/-n $(x)", .bytes = bytes, .last = true}).has_value());
  EXPECT_TRUE(
      send({.path = "run", .bytes = "#!/bin/sh\n", .last = true, .executable = true}).has_value());
  EXPECT_EQ(stored("a b/-n $(x)"), bytes);
  EXPECT_EQ(mode(""), 0700U);
  EXPECT_EQ(mode("a b"), 0700U);
  EXPECT_EQ(mode("a b/-n $(x)"), 0600U);
  EXPECT_EQ(mode("run"), 0700U);
}

TEST_F(RunFiles, PiecesMayComeTwiceAndTheFileAppearsWhole) {
  ASSERT_TRUE(make().has_value());
  const FilePiece first{.path = "f", .bytes = std::string(kFilePiece, 'x')};
  EXPECT_TRUE(send({.path = "f", .bytes = std::string(kFilePiece, 'o')}).has_value());
  EXPECT_TRUE(send({.path = "f", .index = 1, .bytes = std::string(100, 'o')}).has_value());
  EXPECT_TRUE(send(first).has_value());  // from the beginning
  EXPECT_TRUE(send({.path = "f", .index = 1, .bytes = "end"}).has_value());
  EXPECT_EQ(stored("f"), "nothing");
  EXPECT_TRUE(send({.path = "f", .index = 1, .bytes = "end", .last = true}).has_value());
  EXPECT_EQ(stored("f"), first.bytes + "end");
}

TEST_F(RunFiles, AFileOnItsWayIsInNobodysPlace) {
  ASSERT_TRUE(make().has_value());
  for (const std::string name : {"f.part", "f.part.part"}) {
    EXPECT_TRUE(send({.path = name, .bytes = "its own", .last = true}).has_value());
  }
  EXPECT_TRUE(send({.path = "deep/f", .bytes = "half"}).has_value());
  EXPECT_TRUE(send({.path = "f", .bytes = "f", .last = true}).has_value());
  EXPECT_EQ(stored("f"), "f");
  EXPECT_EQ(stored("f.part"), "its own");
  EXPECT_EQ(stored("f.part.part"), "its own");
  EXPECT_TRUE(std::filesystem::is_empty(files() / "deep"));
}

TEST_F(RunFiles, WhatASubmittedJobHasFoundStays) {
  ASSERT_TRUE(make().has_value());
  EXPECT_TRUE(send({.path = "f", .bytes = "old", .last = true}).has_value());
  std::filesystem::create_directory(files().parent_path() / "1");
  EXPECT_TRUE(send({.path = "f", .bytes = "new", .last = true}).has_value());
  EXPECT_EQ(stored("f"), "old");
}

TEST_F(RunFiles, NothingIsStoredForADeletedObject) {
  ASSERT_TRUE(make().has_value());
  (void)there(removal("uid-1"));
  EXPECT_EQ(send({.path = "f", .bytes = "x", .last = true}).error().code, Code::kConflict);
  EXPECT_FALSE(std::filesystem::exists(files()));
  std::filesystem::create_directories(files().parent_path());
  EXPECT_TRUE(write_file_replacing(files().parent_path() / "deleted", "", 0600).has_value());
  EXPECT_EQ(make().error().code, Code::kConflict);
}

TEST_F(RunFiles, NothingIsStoredForARunThatWasGivenUp) {
  std::filesystem::create_directories(files().parent_path() / "1");
  EXPECT_TRUE(write_file_replacing(files().parent_path() / "1/deleted", "", 0600).has_value());
  EXPECT_EQ(make().error().code, Code::kConflict);
  EXPECT_FALSE(std::filesystem::exists(files()));
  EXPECT_TRUE(read_files_directory(there(files_directory({"uid-1", 2}))).has_value());
}

TEST_F(RunFiles, AFileIsReadInParts) {
  ASSERT_TRUE(make().has_value());
  EXPECT_TRUE(write_file_replacing(files() / "out", std::string("ab\0cd", 5), 0600).has_value());
  EXPECT_EQ(size("out").value_or(0), 5);
  EXPECT_EQ(part("out", 1, 3).value_or(""), std::string("b\0c", 3));
  EXPECT_EQ(part("out", 5, 3).value_or("x"), "");
  EXPECT_EQ(part((files() / "out").string(), 3, 9).value_or(""), "cd");
  EXPECT_EQ(size("nowhere").error().code, Code::kNotFound);
  EXPECT_EQ(size("/").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::jobs
