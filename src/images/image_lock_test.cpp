// SPDX-License-Identifier: Apache-2.0
#include "images/image_lock.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "base/files.h"

namespace sluice::images {
namespace {

using Mode = ImageLock::Mode;

TEST(ImageLock, OneAtATimeOrManyReaders) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "lock";
  std::optional<ImageLock> first = ImageLock::try_take(path, Mode::kExclusive).value();
  EXPECT_EQ(ImageLock::try_take(path, Mode::kShared).error().code, Code::kAlreadyExists);
  EXPECT_TRUE(first->is_real());
  first.reset();
  const auto reader = ImageLock::try_take(path, Mode::kShared);
  EXPECT_TRUE(reader);
  EXPECT_TRUE(ImageLock::try_take(path, Mode::kShared));
  EXPECT_FALSE(ImageLock::try_take(path, Mode::kExclusive));
}

TEST(ImageLock, WaitsForTheHolder) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "lock";
  std::optional<ImageLock> first = ImageLock::try_take(path, Mode::kExclusive).value();
  std::jthread waiter([&] { EXPECT_TRUE(ImageLock::take(path, Mode::kExclusive, {})); });
  first.reset();
}

TEST(ImageLock, StopsWaitingWhenAsked) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "lock";
  const auto holder = ImageLock::try_take(path, Mode::kExclusive);
  std::stop_source stop;
  std::jthread waiter([&] {
    EXPECT_EQ(ImageLock::take(path, Mode::kShared, stop.get_token()).error().code,
              Code::kCancelled);
  });
  stop.request_stop();
}

TEST(ImageLock, APlaceThatDoesNotExistIsAnError) {
  EXPECT_EQ(ImageLock::try_take("/nonexistent/lock", Mode::kShared).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::images
