// SPDX-License-Identifier: Apache-2.0
#include "cmd/finding.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::cmd {
namespace {

TEST(Finding, ListsAreReadAsTheyWereWritten) {
  const Findings all{{Verdict::kGood, "slurm", "there"},
                     {Verdict::kNote, "gpus", "none"},
                     {Verdict::kMissing, "home", "not shared"}};
  EXPECT_EQ(findings_from_json(to_json(all)).value(), all);
  EXPECT_FALSE(is_complete(all));
  EXPECT_FALSE(to_json(all).at("complete").as_bool());
  EXPECT_EQ(to_line(all[2]), "MISSING home: not shared");
  EXPECT_FALSE(findings_from_json(json::parse(R"({"findings":[{"verdict":"?"}]})").value()));
}

}  // namespace
}  // namespace sluice::cmd
