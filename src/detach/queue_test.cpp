// SPDX-License-Identifier: Apache-2.0
#include "detach/queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::detach {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Queue, WhatSqueuePrintsIsRead) {
  EXPECT_THAT(
      parse_waiting("17|batch|Resources|2|16|cpu=16,mem=1000M,node=2,billing=16|\n"
                    "18_4|a,b|ReqNodeNotAvail, UnavailableNodes:n1|1|1|cpu=1,mem=1.50G,node=1|\n"
                    "19|batch|Priority|1|1|cpu=1,node=1|\n"
                    "20|batch|Priority|1-2|1|cpu=1|\n"
                    "21|batch|Priority|1|1|mem=much|\n"
                    "no job\n"),
      ElementsAre(WaitingJob{"17", "batch", "Resources", 2, 16, 500},
                  WaitingJob{"18_4", "a,b", "ReqNodeNotAvail, UnavailableNodes:n1", 1, 1, 1536},
                  WaitingJob{"19", "batch", "Priority", 1, 1, 0}));
}

TEST(Queue, MoreNodesHelpOnlySome) {
  for (const char* reason :
       {"Resources", "Priority", "ReqNodeNotAvail, UnavailableNodes:n[1-2]", "PartitionNodeLimit",
        "Nodes required for job are DOWN, DRAINED or reserved"}) {
    EXPECT_TRUE(waits_for_nodes(reason)) << reason;
  }
  for (const char* reason :
       {"JobHeldUser", "Dependency", "BeginTime", "QOSMaxJobsPerUserLimit", "AssocGrpCpuLimit",
        "Licenses", "BadConstraints", "None", "Prioritys", ""}) {
    EXPECT_FALSE(waits_for_nodes(reason)) << reason;
  }
}

TEST(Queue, WhatIsWrittenIsReadAndWhatIsWrongIsNamed) {
  const std::vector<WaitingJob> jobs{{"17", "batch", "Resources", 2, 16, 500}};
  EXPECT_EQ(*read_waiting_jobs(to_json(jobs)), jobs);
  EXPECT_THAT(read_waiting_jobs(*json::parse("{}")).error().message, HasSubstr("jobs: a list"));
  EXPECT_THAT(
      read_waiting_jobs(*json::parse(R"({"jobs":[{"id":"1","nodes":0,"cpus":1,"memoryMiB":0}]})"))
          .error()
          .message,
      HasSubstr("jobs.nodes: a number of at least 1"));
}

}  // namespace
}  // namespace sluice::detach
