// SPDX-License-Identifier: Apache-2.0
#include "machines/user_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::machines {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Plan plan() {
  return {
      .hostname = "w-1",
      .users = json::parse_yaml("[{name: me, homeDir: /home/me, groups: 'a, b', sudo: "
                                "'ALL=(ALL) ALL', sshAuthorizedKeys: [ssh-rsa A], passwd: h}]")
                   ->front()
                   .as_array(),
      .files =
          {{.path = "/a", .mode = 0640, .bytes = "x: {{ ds.meta_data[\"y\"] }}\n", .is_text = true},
           {.path = "/b", .owner = "u:g", .mode = 04755, .bytes = std::string("\0\1", 2)},
           {.path = "/c", .bytes = "\x1f\x8b", .gzipped = true},
           {.path = "/a", .mode = 0600, .bytes = "more\n", .is_text = true, .append = true}},
      .packages = {"munge"},
      .commands = {"echo \"{{ ds.meta_data.x }}\"", "it's && done"}};
}

TEST(CloudConfig, IsATemplateWithEverythingInItsPlace) {
  const std::string text = cloud_config(plan());
  EXPECT_THAT(text, StartsWith("## template: jinja\n#cloud-config\n"));
  EXPECT_THAT(text, HasSubstr("{{ ds.meta_data[\"y\"] }}"));
  EXPECT_THAT(text, HasSubstr("echo \"{{ ds.meta_data.x }}\""));
  const json::Value config = json::parse_yaml(text)->front();
  EXPECT_EQ(config.at("hostname").as_string(), "w-1");
  EXPECT_EQ(config.at("packages"), (json::Array{"munge"}));
  const json::Value& user = config.at("users").as_array().front();
  EXPECT_EQ(user.at("homedir").as_string(), "/home/me");
  EXPECT_EQ(user.at("ssh_authorized_keys"), (json::Array{"ssh-rsa A"}));
  const json::Array& files = config.at("write_files").as_array();
  EXPECT_EQ(files[0].at("permissions").as_string(), "0640");
  EXPECT_EQ(files[0].at("owner").as_string(), "root:root");
  EXPECT_EQ(files[1].at("permissions").as_string(), "4755");
  EXPECT_EQ(files[1].at("encoding").as_string(), "b64");
  EXPECT_EQ(files[1].at("content").as_string(), base64_encode(std::string("\0\1", 2)));
  EXPECT_EQ(files[2].at("encoding").as_string(), "gz+b64");
  EXPECT_TRUE(files[3].at("append").as_bool());
  EXPECT_EQ(config.at("runcmd").as_array()[1].as_string(), "it's && done");
}

TEST(CloudConfig, TextStandsAsItIsHoweverItBeginsAndEnds) {
  for (const char* text : {"", "\n", "\n\n", "a", "a\n", "a\n\n", "\n\na", "  a\n b\n", "\ta\n\tb",
                           "a\n\n  \nb", "say \"{{ ds.meta_data[\"x\"] }}\" \\", "# no comment\n",
                           "--- \n...\n", "gr\u00fc\u00dfe: [{\n"}) {
    const std::string made = cloud_config(
        {.files = {{.path = "/a", .bytes = text, .is_text = true}}, .commands = {text}});
    const auto config = json::parse_yaml(made);
    ASSERT_TRUE(config.has_value()) << config.error().message << "\n" << made;
    const json::Value& read = config->front();
    EXPECT_EQ(read.at("write_files").as_array()[0].at("content").as_string(), text) << made;
    EXPECT_EQ(read.at("runcmd").as_array()[0].as_string(), text) << made;
    EXPECT_THAT(made, HasSubstr(std::string(text).substr(0, std::string(text).find('\n'))));
  }
}

TEST(CloudConfig, TextOfShellsIsNoCommentOfTheTemplate) {
  const std::string script = "n=${#a[@]} # {{ ds.x }}\n";
  std::string made = cloud_config({.files = {{.path = "/{#a", .bytes = script, .is_text = true}},
                                   .commands = {"test ${#HOSTNAME} -gt 3"}});
  EXPECT_THAT(made, HasSubstr("test ${{ '{#' }}HOSTNAME} -gt 3"));
  const std::string variable = "{{ '{#' }}";
  for (std::size_t at = 0; (at = made.find(variable, at)) != made.npos; at += 2) {
    made.replace(at, variable.size(), "{#");  // as cloud-init does
  }
  const json::Value config = json::parse_yaml(made)->front();
  const json::Value& file = config.at("write_files").as_array()[0];
  EXPECT_EQ(file.at("path").as_string(), "/{#a");
  EXPECT_EQ(file.at("content").as_string(), script);
  EXPECT_EQ(config.at("runcmd").as_array()[0].as_string(), "test ${#HOSTNAME} -gt 3");
}

TEST(Ignition, HasEveryPathOnceAndRunsCommandsInAUnit) {
  const json::Value config = json::parse(ignition(plan())).value();
  EXPECT_EQ(config.at("ignition", "version").as_string(), "3.3.0");
  const json::Value& user = config.at("passwd", "users").as_array().front();
  EXPECT_EQ(user.at("passwordHash").as_string(), "h");
  EXPECT_EQ(user.at("groups"), (json::Array{"a", "b"}));
  std::map<std::string, json::Value> files;
  for (const json::Value& file : config.at("storage", "files").as_array()) {
    EXPECT_TRUE(files.emplace(file.at("path").as_string(), file).second)
        << file.at("path").as_string();
  }
  const auto source = [](const std::string& bytes) {
    return "data:;base64," + base64_encode(bytes);
  };
  EXPECT_EQ(files["/a"].at("mode").as_int(), 0600);  // as the last says
  EXPECT_EQ(files["/a"].at("append").as_array()[0].at("source").as_string(), source("more\n"));
  EXPECT_EQ(files["/b"].at("group", "name").as_string(), "g");
  EXPECT_EQ(files["/c"].at("contents", "compression").as_string(), "gzip");
  EXPECT_EQ(files["/etc/hostname"].at("contents", "source").as_string(), source("w-1\n"));
  EXPECT_EQ(files["/etc/sudoers.d/sluice-me"].at("contents", "source").as_string(),
            source("me ALL=(ALL) ALL\n"));
  EXPECT_EQ(
      files["/etc/sluice/first-start.sh"].at("contents", "source").as_string(),
      source("#!/bin/sh\nsh -c 'echo \"{{ ds.meta_data.x }}\"'\nsh -c 'it'\\''s && done'\nexit "
             "0\n"));
  const json::Value& unit = config.at("systemd", "units").as_array().front();
  EXPECT_TRUE(unit.at("enabled").as_bool());
  EXPECT_THAT(unit.at("contents").as_string(), HasSubstr("/etc/sluice/first-start.sh"));
}

}  // namespace
}  // namespace sluice::machines
