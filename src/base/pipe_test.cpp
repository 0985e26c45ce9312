// SPDX-License-Identifier: Apache-2.0
#include "base/pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace sluice {
namespace {

TEST(Pipe, CarriesBytesAndIsNotInherited) {
  const auto pipe = make_pipe();
  ASSERT_TRUE(pipe);
  ASSERT_EQ(::write(pipe->write.get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(pipe->read.get(), &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  EXPECT_EQ(::fcntl(pipe->read.get(), F_GETFD), FD_CLOEXEC);
  EXPECT_EQ(::fcntl(pipe->write.get(), F_GETFD), FD_CLOEXEC);
}

}  // namespace
}  // namespace sluice
