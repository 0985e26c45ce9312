// SPDX-License-Identifier: Apache-2.0
#include "base/write_all.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/pipe.h"
#include "base/unique_fd.h"

namespace sluice {
namespace {

TEST(WriteAll, MoreThanOneCallTakes) {
  const std::string text(1'000'000, 'x');
  auto pipe = make_pipe();
  ASSERT_TRUE(pipe);
  std::size_t read = 0;
  std::jthread reader([&] {
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(pipe->read.get(), buffer, sizeof buffer)) > 0;) {
      read += static_cast<std::size_t>(n);
    }
  });
  EXPECT_TRUE(write_all(pipe->write.get(), text, "writing"));
  pipe->write.reset();
  reader.join();
  EXPECT_EQ(read, text.size());
}

TEST(WriteAll, AnErrorSaysWhatWasDone) {
  const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  const auto written = write_all(full.get(), "x", "writing to a full disk");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Code::kUnavailable);
  EXPECT_TRUE(written.error().message.starts_with("writing to a full disk: "));
}

}  // namespace
}  // namespace sluice
