// SPDX-License-Identifier: Apache-2.0
#include "http/spdy/header_block.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "http/spdy/dictionary.h"
#include "http/spdy/frame.h"

namespace sluice::http {
namespace {

Headers headers(const std::vector<std::pair<std::string, std::string>>& fields) {
  Headers headers;
  for (const auto& [name, value] : fields) {
    headers.add(name, value);
  }
  return headers;
}

TEST(SpdyHeaderBlock, HasTheDictionaryOfTheProtocol) {
  const std::string& dictionary = spdy_dictionary();
  EXPECT_EQ(dictionary.size(), 1423U);
  EXPECT_EQ(adler32(1, reinterpret_cast<const Bytef*>(dictionary.data()),
                    static_cast<uInt>(dictionary.size())),
            0xe3c6a7c2U);
}

TEST(SpdyHeaderBlock, ReadsWhatItWroteBlockAfterBlock) {
  SpdyHeaderWriter writer;
  SpdyHeaderReader reader;
  for (int i = 0; i < 3; ++i) {
    const auto read = reader.read(
        writer.write(headers({{"streamType", "data"}, {"port", std::to_string(8080 + i)}})));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->get("streamtype"), "data");
    EXPECT_EQ(read->get("Port"), std::to_string(8080 + i));
  }
}

TEST(SpdyHeaderBlock, SeparatesSeveralValues) {
  SpdyHeaderWriter writer;
  SpdyHeaderReader reader;
  const auto read = reader.read(writer.write(headers({{"a", std::string("1\0002", 3)}})));
  ASSERT_TRUE(read);
  std::vector<std::string> values;
  for (const auto& [name, value] : *read) {
    values.push_back(value);
  }
  EXPECT_EQ(values, (std::vector<std::string>{"1", "2"}));
}

TEST(SpdyHeaderBlock, RefusesGarbageAndBombs) {
  EXPECT_FALSE(SpdyHeaderReader().read("not compressed"));
  EXPECT_FALSE(SpdyHeaderReader().read(""));
  SpdyHeaderWriter writer;
  const std::string bomb = writer.write(headers({{"a", std::string(1 << 20, 'x')}}));
  EXPECT_LT(bomb.size(), 4096U);
  EXPECT_FALSE(SpdyHeaderReader().read(bomb));
}

}  // namespace
}  // namespace sluice::http
