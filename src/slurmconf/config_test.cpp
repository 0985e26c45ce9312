// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/config.h"

#include <gtest/gtest.h>

#include "slurmconf/release.h"

namespace sluice::slurmconf {
namespace {

Config parsed(const std::string& text, File file = File::kSlurm) {
  auto config = parse(file, {{"a.conf", text}});
  EXPECT_TRUE(config.has_value()) << (config ? "" : config.error().message);
  return config.value_or(Config{});
}

std::string refusal(const std::string& text) {
  const auto config = parse(File::kSlurm, {{"a.conf", text}});
  return config ? "" : config.error().message;
}

TEST(SlurmConfModel, NamesHaveNoCaseAndOneSpelling) {
  EXPECT_EQ(to_text(parsed("clustername=lab\nnodename=n1 cpus=4 FEATURES=a Procs=3\n")),
            "ClusterName=lab\nNodeName=n1 CPUs=4 Feature=a CPUs=3\n");
}

TEST(SlurmConfModel, CommentsContinuationsAndQuotesAreRead) {
  const Config config = parsed(
      "# a comment\nClusterName = lab # another \\\nMailProg=/bin/tr\\\nue\n"
      "Licenses=\"a b\" SlurmdPort=7 # and\nMailDomain=a\\#b\nPartitionName=p \\\n  Nodes=ALL");
  EXPECT_EQ(*config.find("clustername"), "lab");
  EXPECT_EQ(*config.find("MailProg"), "/bin/true");
  EXPECT_EQ(*config.find("Licenses"), "a b");
  EXPECT_EQ(*config.find("SlurmdPort"), "7");
  EXPECT_EQ(*config.find("MailDomain"), "a#b");
  EXPECT_EQ(config.lines.back().source, "a.conf:7");
  EXPECT_EQ(*config.lines.back().find("nodes"), "ALL");
}

TEST(SlurmConfModel, WhatIsWrittenReadsTheSame) {
  const std::string text =
      "Licenses=\"a b\"\nTmpFS=a\"b\nMailDomain=a\\#b\\\\c\nNodeName=n[1-2] Reason=\"not now\"\n";
  EXPECT_EQ(to_text(parsed(text)), text);
  EXPECT_EQ(to_text(parsed(to_text(parsed(text)))), text);
}

TEST(SlurmConfModel, ALineSaysAnyValueThatCanBeSaid) {
  EXPECT_EQ(*to_line("StoragePass", "a#b\\c"), "StoragePass=a\\#b\\\\c\n");
  EXPECT_EQ(*to_line("StoragePass", "two words"), "StoragePass=\"two words\"\n");
  EXPECT_EQ(*to_line("StoragePass", "a\"b"), "StoragePass=a\"b\n");
  for (const char* value : {"", "two\nlines", "\"in front", "beside \" a blank", "tab\t\""}) {
    EXPECT_FALSE(to_line("StoragePass", value).has_value()) << value;
  }
}

TEST(SlurmConfModel, WhatIsNoSettingIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal("A=1\n\nhello world\n"), "a.conf:3: expected name=value at \"hello world\"");
  EXPECT_EQ(refusal("A=\"x\n"), "a.conf:1: expected name=value at \"A=\"x\"");
  EXPECT_EQ(refusal("A=\n"), "a.conf:1: expected name=value at \"A=\"");
  EXPECT_EQ(refusal("A+=2\n"), "a.conf:1: expected name=value at \"A+=2\"");
}

TEST(SlurmConfModel, IncludesComeFromWhoGivesThem) {
  EXPECT_NE(refusal("Include other.conf\n").find("Include is not accepted here"),
            std::string::npos);
  const Includes includes = [](const std::string& path) -> Result<std::string> {
    return path == "loop" ? "include loop\n" : "SlurmdPort=7\n";
  };
  const auto config = parse(File::kSlurm, {{"a.conf", "include nodes.conf\n"}}, includes);
  ASSERT_TRUE(config.has_value());
  EXPECT_EQ(config->lines.front().source, "nodes.conf:1");
  const auto loop = parse(File::kSlurm, {{"a.conf", "include loop\n"}}, includes);
  ASSERT_FALSE(loop.has_value());
  EXPECT_NE(loop.error().message.find("too deeply"), std::string::npos);
}

TEST(SlurmConfModel, CompanionsAreRead) {
  EXPECT_EQ(to_text(parsed("required /usr/lib/a.so  x=1 # why\nOPTIONAL b.so\n", File::kPlugstack)),
            "required /usr/lib/a.so  x=1\noptional b.so\n");
  const std::string odd = "optional\\# b.so \\#\nrequired\n";
  EXPECT_EQ(to_text(parsed(odd, File::kPlugstack)), odd);
  EXPECT_EQ(to_text(parsed("autodetect=off\nnodename=n1 name=gpu files=/dev/a\n", File::kGres)),
            "AutoDetect=off\nNodeName=n1 Name=gpu File=/dev/a\n");
  EXPECT_EQ(to_text(parsed("switchname=s0 nodes=n[1-2]\n", File::kTopology)),
            "SwitchName=s0 Nodes=n[1-2]\n");
}

TEST(SlurmConfModel, EachNodeIsOneWithItsDefaults) {
  const std::vector<Entity> nodes = entities(
      parsed("NodeName=DEFAULT CPUs=2 Weight=1\nNodeName=n[1-2] Port=[7001-7002] Weight=5\n"
             "NodeName=DEFAULT CPUs=8\nNodeName=big\n"),
      "NodeName");
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_EQ(nodes[1].name, "n2");
  EXPECT_EQ(*nodes[1].find("Port"), "7002");
  EXPECT_EQ(*nodes[1].find("CPUs"), "2");
  EXPECT_EQ(*nodes[1].find("Weight"), "5");
  EXPECT_EQ(*nodes[2].find("CPUs"), "8");
  EXPECT_EQ(*nodes[2].find("Weight"), "1");
}

TEST(SlurmRelease, IsReadFromWhatDaemonsPrint) {
  EXPECT_EQ(parse_release("22.05.8").value(), kOldest);
  EXPECT_EQ(to_string(parse_release("24.11").value()), "24.11");
  EXPECT_EQ(parse_release("31.05").value(), kNewest);
  EXPECT_EQ(parse_release("21.08").error().code, Code::kUnsupported);
  EXPECT_EQ(parse_release("new").error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::slurmconf
