// SPDX-License-Identifier: Apache-2.0
#include "pod/scratch.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "base/files.h"

namespace sluice::pod {
namespace {

namespace fs = std::filesystem;

TEST(ScratchTest, ItIsPrivateAndGoesAway) {
  TemporaryDirectory parent;
  fs::path path;
  {
    auto scratch = Scratch::make(Scratch::place(parent.path(), {"u", 1}));
    ASSERT_TRUE(scratch.has_value());
    path = scratch->path();
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0700u);
    ASSERT_TRUE(make_directory(path / "a/closed").has_value());
    ASSERT_EQ(::chmod((path / "a/closed").c_str(), 0), 0);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchTest, WhatADeadRunnerLeftIsSweptAndWhatIsHeldStays) {
  TemporaryDirectory parent;
  auto held = Scratch::make(Scratch::place(parent.path(), {"held", 1}));
  ASSERT_TRUE(held.has_value());
  ASSERT_TRUE(make_directory(parent.path() / "sluice-pod-dead-1/layer").has_value());
  ASSERT_TRUE(make_directory(parent.path() / "somebody-elses").has_value());
  Scratch::sweep(parent.path());
  EXPECT_TRUE(fs::exists(held->path()));
  EXPECT_FALSE(fs::exists(parent.path() / "sluice-pod-dead-1"));
  EXPECT_TRUE(fs::exists(parent.path() / "somebody-elses"));
}

TEST(ScratchTest, WhatIsBeingMadeIsNotSwept) {
  TemporaryDirectory parent;
  const std::jthread sweeper([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      Scratch::sweep(parent.path());
    }
  });
  for (int i = 1; i <= 500; ++i) {
    const auto scratch = Scratch::make_anew(Scratch::place(parent.path(), {"u", i}));
    ASSERT_TRUE(scratch.has_value()) << scratch.error().message;
    ASSERT_TRUE(fs::exists(scratch->path()));
  }
}

TEST(ScratchTest, TheSameAttemptHasOnlyOne) {
  TemporaryDirectory parent;
  auto first = Scratch::make(Scratch::place(parent.path(), {"u", 1}));
  ASSERT_TRUE(first.has_value());
  EXPECT_FALSE(Scratch::make(Scratch::place(parent.path(), {"u", 1})).has_value());
}

}  // namespace
}  // namespace sluice::pod
