// SPDX-License-Identifier: Apache-2.0
#include "pod/frame.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(FrameParser, FindsFramesHoweverTheyArrive) {
  const std::string bytes = to_bytes(FrameKind::kOut, "hello") + to_bytes(FrameKind::kErr, "") +
                            to_bytes(FrameKind::kExit, std::string(300, 'x'));
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
    FrameParser parser;
    std::vector<Frame> found;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      parser.add(std::string_view(bytes).substr(at, step));
      while (auto frame = parser.next().value()) {
        found.push_back(std::move(*frame));
      }
    }
    EXPECT_EQ(found, (std::vector<Frame>{{FrameKind::kOut, "hello"},
                                         {FrameKind::kErr, ""},
                                         {FrameKind::kExit, std::string(300, 'x')}}));
  }
}

TEST(FrameParser, WhatIsNoFrameIsAnError) {
  FrameParser parser;
  parser.add("GET / HTTP/1.1\r\n");
  EXPECT_EQ(parser.next().error().message, "frame kind 71 is not known");
}

TEST(FrameParser, ATooLongFrameIsRefusedBeforeItArrives) {
  FrameParser parser;
  parser.add(std::string_view("\3\xFF\xFF\xFF\xFF", 5));
  EXPECT_EQ(parser.next().error().message, "a frame of 4294967295 bytes is too long");
}

TEST(FrameParser, TheRestIsWhatFollowsTheLastFrameTaken) {
  FrameParser parser;
  parser.add(to_bytes(FrameKind::kStart, "a") + "rest");
  EXPECT_EQ(parser.next().value()->payload, "a");
  EXPECT_EQ(parser.take_rest(), "rest");
}

}  // namespace
}  // namespace sluice::pod
