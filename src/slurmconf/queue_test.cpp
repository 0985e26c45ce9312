// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/queue.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

using Words = std::vector<std::string>;

TEST(SlurmQueue, CountsWhoIsWhere) {
  const Queue queue = read_queue(
      "7|RUNNING|debug|n[1-2]\n8|PENDING|debug,night|\n8|RUNNING|night|n2\n5|COMPLETED|night|n1\n"
      "4|NODE_FAIL|night|n9\nslurm_load_jobs error: oh\n");
  EXPECT_EQ(queue.jobs, (Words{"7", "8", "5", "4"}));
  EXPECT_EQ(queue.dead, Words{"4"});
  EXPECT_EQ(queue.usage.jobs_of_partition,
            (std::map<std::string, int>{{"debug", 2}, {"night", 2}}));
  EXPECT_EQ(queue.usage.jobs_of_node, (std::map<std::string, int>{{"n1", 1}, {"n2", 2}}));
}

TEST(SlurmQueue, WhatIsNotOverLives) {
  for (const char* state :
       {"REQUEUE_HOLD", "SPECIAL_EXIT", "REQUEUED", "RESV_DEL_HOLD", "STAGE_OUT", "RESIZING",
        "SIGNALING", "SUSPENDED", "SOMETHING_NEW"}) {
    const Usage usage = read_queue("7|" + std::string(state) + "|night|n1\n").usage;
    EXPECT_EQ(usage.jobs_of_partition, (std::map<std::string, int>{{"night", 1}})) << state;
    EXPECT_EQ(usage.jobs_on_nodes, 1) << state;
  }
  for (const char* state : {"COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL", "PREEMPTED",
                            "OUT_OF_MEMORY", "DEADLINE", "BOOT_FAIL", "REVOKED"}) {
    EXPECT_TRUE(
        read_queue("7|" + std::string(state) + "|night|n1\n").usage.jobs_of_partition.empty())
        << state;
  }
}

TEST(SlurmQueue, ManyIdsTakeFewWords) {
  EXPECT_EQ(to_ranges({"9", "12", "7", "8", "8"}), "7-9,12");
  EXPECT_EQ(from_ranges("7-9,12"), (Words{"7", "8", "9", "12"}));
  EXPECT_EQ(to_ranges({}), "");
  EXPECT_TRUE(from_ranges("").empty());
  EXPECT_TRUE(from_ranges("what").empty());
}

}  // namespace
}  // namespace sluice::slurmconf
