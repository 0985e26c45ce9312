// SPDX-License-Identifier: Apache-2.0
#include "cmd/table.h"

#include <gtest/gtest.h>

namespace sluice::cmd {
namespace {

TEST(Table, ColumnsAreAsWideAsTheirWidestCellAndNoLineEndsWithBlanks) {
  EXPECT_EQ(table_text({{"NAME", "SIZE"}, {"a", "1"}, {"longer", "22"}}),
            "NAME     SIZE\na        1\nlonger   22\n");
}

}  // namespace
}  // namespace sluice::cmd
