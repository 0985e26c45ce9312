// SPDX-License-Identifier: Apache-2.0
#include "api/part_strategy.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parsed(const char* text) {
  return json::parse(text).value();
}

TEST(PartStrategy, AnObjectKeepsItsStatusAndAStatusItsObject) {
  const json::Value old = parsed(R"({"metadata":{"name":"a"},"spec":{"a":1},"status":{"b":1}})");
  const json::Value both = parsed(R"({"metadata":{"name":"a"},"spec":{"a":2},"status":{"b":2}})");
  json::Value main = both;
  prepare_part({kinds::node(), ""}, main, old);
  EXPECT_EQ(json::write(main.at("spec")), R"({"a":2})");
  EXPECT_EQ(json::write(main.at("status")), R"({"b":1})");
  json::Value status = both;
  prepare_part({kinds::node(), "status"}, status, old);
  EXPECT_EQ(json::write(status.at("spec")), R"({"a":1})");
  EXPECT_EQ(json::write(status.at("status")), R"({"b":2})");
}

TEST(PartStrategy, AResizeTakesResourcesOfTheSameContainers) {
  const json::Value old = parsed(R"({"metadata":{"generation":1},
      "spec":{"hostname":"h","containers":[{"name":"c","image":"i"}]}})");
  json::Value pod = parsed(R"({"metadata":{"labels":{"a":"b"}},"spec":{"containers":[
      {"name":"c","image":"j","resources":{"limits":{"cpu":"1"}}}]}})");
  prepare_part({kinds::pod(), "resize"}, pod, old);
  EXPECT_EQ(json::write(pod),
            R"({"metadata":{"generation":2},"spec":{"hostname":"h","containers":[)"
            R"({"name":"c","image":"i","resources":{"limits":{"cpu":"1"}}}]}})");
}

TEST(PartStrategy, FinalizersOfANamespaceAreNotItsStatus) {
  const json::Value old = parsed(R"({"spec":{"finalizers":["a"]},"status":{"phase":"Active"}})");
  json::Value home = parsed(R"({"spec":{},"status":{"phase":"Terminating"}})");
  prepare_part({kinds::namespace_(), "finalize"}, home, old);
  EXPECT_EQ(home, parsed(R"({"spec":{},"status":{"phase":"Active"}})"));
}

}  // namespace
}  // namespace sluice::api
