// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "http/spdy/frame.h"
#include "http/spdy/header_block.h"

namespace sluice::http {

// A client for tests: talks SPDY with an upgrade, without a network between them.
class SpdyTestPeer {
 public:
  using Fields = std::vector<std::pair<std::string, std::string>>;
  struct Frame {
    SpdyHeader header;
    std::string payload;
  };

  explicit SpdyTestPeer(Upgrade& upgrade) : upgrade_(upgrade) {}

  void open(std::uint32_t id, const Fields& fields, std::uint8_t flags = 0) {
    Headers headers;
    for (const auto& [name, value] : fields) {
      headers.add(name, value);
    }
    std::string payload;
    append_spdy_number(id, payload);
    payload.append(6, '\0');
    give(spdy_control(SpdyType::kSynStream, flags, payload + writer_.write(headers)));
  }
  void give(const std::string& bytes) { EXPECT_EQ(upgrade_.take(bytes), bytes.size()); }

  // Everything that the upgrade says until it waits or ends.
  std::vector<Frame> frames() {
    std::string output;
    do {
      state_ = upgrade_.poll(output);
    } while (state_ == Stream::State::kData);
    std::vector<Frame> frames;
    std::string_view rest = output;
    while (!rest.empty()) {
      const SpdyHeader header = parse_spdy_header(rest.substr(0, kSpdyHeaderSize));
      frames.push_back({header, std::string(rest.substr(kSpdyHeaderSize, header.size))});
      rest.remove_prefix(kSpdyHeaderSize + header.size);
    }
    return frames;
  }

  // The data for one stream of what is said now; "|" stands for its end.
  std::string data(std::uint32_t id) { return data_of(frames(), id); }
  static std::string data_of(const std::vector<Frame>& frames, std::uint32_t id) {
    std::string text;
    for (const Frame& frame : frames) {
      if (!frame.header.control && frame.header.stream_id == id) {
        text += frame.payload;
        text += (frame.header.flags & kSpdyFinal) != 0 ? "|" : "";
      }
    }
    return text;
  }
  Stream::State state() const { return state_; }

 private:
  Upgrade& upgrade_;
  SpdyHeaderWriter writer_;
  Stream::State state_ = Stream::State::kPending;
};

}  // namespace sluice::http
