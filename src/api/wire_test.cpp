// SPDX-License-Identifier: Apache-2.0
#include "api/wire.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(Wire, ReadsBackWhatItWrote) {
  WireWriter writer;
  writer.integer(1, 300);
  writer.integer(2, -1);
  writer.boolean(3, true);
  writer.boolean(4, false);
  writer.text(200, "hi");
  const std::string bytes = std::move(writer).bytes();
  WireReader reader(bytes);
  EXPECT_EQ(reader.next().value()->integer, 300U);
  EXPECT_EQ(static_cast<std::int64_t>(reader.next().value()->integer), -1);
  EXPECT_EQ(reader.next().value()->number, 3U);
  const auto text = reader.next().value().value();
  EXPECT_EQ(text.number, 200U);
  EXPECT_EQ(text.text, "hi");
  EXPECT_FALSE(reader.next().value().has_value());
}

TEST(Wire, RefusesWhatIsCutOffOrMalformed) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view bytes :
       {"\x08"sv, "\x08\x80"sv, "\x0a\x05hi"sv, "\x00\x01"sv, "\x0b"sv, "\x09\x01"sv, "\x0d\x01"sv,
        "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv,
        "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"sv}) {
    WireReader reader(bytes);
    const auto field = reader.next();
    ASSERT_FALSE(field.has_value());
    EXPECT_EQ(field.error().code, Code::kBadRequest);
  }
}

}  // namespace
}  // namespace sluice::api
