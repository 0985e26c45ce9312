// SPDX-License-Identifier: Apache-2.0
#include "json/kept_document.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::json {
namespace {

TEST(KeptDocument, IsReadWithItsTextAndMayBeMissing) {
  const TemporaryDirectory scratch;
  const std::filesystem::path file = scratch.path() / "state.json";
  EXPECT_FALSE(read_kept(file)->has_value());
  ASSERT_TRUE(write_file_atomic(file, "{\"a\": 1}\n").has_value());
  const auto kept = read_kept(file);
  ASSERT_TRUE(kept.has_value() && kept->has_value());
  EXPECT_EQ((*kept)->text, "{\"a\": 1}\n");
  EXPECT_EQ((*kept)->value.at("a").as_int(), 1);
}

TEST(KeptDocument, WhatIsNoDocumentIsToldWithItsFile) {
  const TemporaryDirectory scratch;
  const std::filesystem::path file = scratch.path() / "state.json";
  ASSERT_TRUE(write_file_atomic(file, "{").has_value());
  const auto kept = read_kept(file);
  ASSERT_FALSE(kept.has_value());
  EXPECT_NE(kept.error().message.find("state.json"), std::string::npos) << kept.error().message;
}

}  // namespace
}  // namespace sluice::json
