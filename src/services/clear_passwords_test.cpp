// SPDX-License-Identifier: Apache-2.0
#include "services/clear_passwords.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/graph.h"

namespace sluice::services {
namespace {

using testing::HasSubstr;
using testing::Not;

Result<NodeServices> graph(const std::string& service) {
  return read_node_services(
      "{kind: NodeServices, metadata: {name: x}, spec: {services: [{name: e, " + service + "}]}}");
}

TEST(ClearPasswords, BadInputNamesTheFieldAndWhatHelps) {
  const std::vector<std::pair<const char*, const char*>> table{
      {"command: [/e], environment: {DB_PASSWORD: hush}", "environment.DB_PASSWORD of e"},
      {"command: [/e], files: [{path: /etc/e.conf, content: \"host = h\\ndbpass = hush\"}]",
       "dbpass in the file /etc/e.conf of e"},
      {"command: [/e], files: [{path: /etc/e.ini, content: 'a=b token=\"hush\"'}]",
       "token in the file /etc/e.ini of e"},
      {"command: [/e], files: [{path: /etc/e.yaml, content: \"db:\\n  password: hush\"}]",
       "password in the file /etc/e.yaml of e"},
      {"command: [/e], files: [{path: /etc/e.yml, content: \"db: {user: u, password: hush}\"}]",
       "password in the file /etc/e.yml of e"},
      {"command: [/e], files: [{path: /etc/e.json, content: '{\"apiToken\": \"hush\"}'}]",
       "apiToken in the file /etc/e.json of e"},
      {"command: [/e, --user=u, --password=hush]", "--password in the command of e"},
      {"command: [/e, --password, hush]", "--password in the command of e"},
      {"command: [/e], readiness: {command: [/e, TOKEN=hush]}", "TOKEN in the command of e"}};
  for (const auto& [service, message] : table) {
    const auto made = graph(service);
    ASSERT_FALSE(made.has_value()) << service;
    EXPECT_EQ(made.error().message, "spec.services[0]: " + std::string(message) +
                                        " is a password in the clear; put it into a Secret and "
                                        "name that in secretFiles");
    EXPECT_THAT(made.error().message, Not(HasSubstr("hush")));
  }
}

TEST(ClearPasswords, WhereOneComesFromIsNone) {
  const auto made = graph(
      "command: [/bin/sh, -c, 'TOKEN=$(cat /run/token) exec e --password=\"$TOKEN\" run "
      "--password-file=hush --password -'], environment: {DB_PASSWORD_FILE: /run/db, TOKEN: "
      "/run/token}, files: [{path: /etc/e.conf, content: 'password = /etc/e/secret # password=x'}, "
      "{path: /etc/e.yaml, content: \"password: ${DB_PASSWORD}\\ntoken: ''\\nsecret:\\n  name: "
      "x\"}, {path: /usr/bin/e, content: 'password=ask_user'}]");
  EXPECT_TRUE(made.has_value()) << made.error().message;
}

}  // namespace
}  // namespace sluice::services
