// SPDX-License-Identifier: Apache-2.0
#include "detach/queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::detach {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kPlain = "|N/A|N/A|N/A|N/A|(null)|\n";

TEST(Queue, WhatSqueuePrintsIsRead) {
  EXPECT_THAT(
      parse_waiting("17|batch|Resources|2|16|cpu=16,mem=1000M,node=2,billing=16" + kPlain +
                    "18_4|a,b|ReqNodeNotAvail, UnavailableNodes:n1|1|1|cpu=1,mem=1.50G,node=1" +
                    kPlain + "19|batch|Priority|1|1|cpu=1,node=1" + kPlain +
                    "20|batch|Priority|1-2|1|cpu=1" + kPlain + "21|batch|Priority|1|1|mem=much" +
                    kPlain + "22|batch|Priority|1|1|cpu=1,node=1|\nno job\n"),
      ElementsAre(WaitingJob{"17", "batch", "Resources", 2, 16, 500},
                  WaitingJob{"18_4", "a,b", "ReqNodeNotAvail, UnavailableNodes:n1", 1, 1, 1536},
                  WaitingJob{"19", "batch", "Priority", 1, 1, 0}));
}

TEST(Queue, WhatNodesMustHaveIsReadToo) {
  const auto jobs =
      parse_waiting("1|p|Resources|2|2|node=2|gres:gpu:a100:2|N/A|N/A|N/A|(null)|\n"
                    "2|p|Resources|4|4|node=4|N/A|gres:gpu:6|N/A|N/A|fast&(a|b)|\n"
                    "3|p|Resources|1|1|node=1|N/A|N/A|gres/gpu=1,cpu=2|N/A||\n");
  ASSERT_EQ(jobs.size(), 3U);
  EXPECT_EQ(jobs[0].gres, (Gres{{"gres/gpu", 2}, {"gres/gpu:a100", 2}}));
  EXPECT_EQ(jobs[0].constraint, "");
  EXPECT_EQ(jobs[1].gres, (Gres{{"gres/gpu", 2}}));
  EXPECT_EQ(jobs[1].constraint, "fast&(a|b)");
  EXPECT_EQ(jobs[2].gres, (Gres{{"gres/gpu", 1}}));
  EXPECT_EQ(jobs[2].constraint, "");
}

TEST(Queue, GenericResourcesAreReadAsNodesHaveThem) {
  EXPECT_EQ(parse_gres("gpu:a100:2(S:0-1,2),shard:4,disk:1K,fpga"),
            (Gres{{"gres/gpu", 2},
                  {"gres/gpu:a100", 2},
                  {"gres/shard", 4},
                  {"gres/disk", 1024},
                  {"gres/fpga", 1}}));
  for (const char* none : {"", "N/A", "(null)", "gpu:0", ":", "(", "cpu:2"}) {
    EXPECT_EQ(parse_gres(none), Gres()) << none;
  }
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
  const std::vector<WaitingJob> jobs{
      {"17", "batch", "Resources", 2, 16, 500},
      {"18", "batch", "Resources", 1, 1, 0, {{"gres/gpu", 2}}, "a|b"}};
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
