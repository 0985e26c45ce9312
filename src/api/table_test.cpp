// SPDX-License-Identifier: Apache-2.0
#include "api/table.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value table(const Kind& kind, const char* object,
                  IncludeObject include = IncludeObject::kNone) {
  const json::Value value = json::parse(object).value();
  return make_table(kind, {&value}, json::Object{{"resourceVersion", "7"}}, include,
                    parse_rfc3339("2030-01-01T01:00:00Z").value());
}

std::string cells_of(const Kind& kind, const char* object) {
  return json::write(table(kind, object).at("rows").as_array()[0].at("cells"));
}

std::string headers(const Kind& kind) {
  std::vector<std::string> names;
  const json::Value empty = make_table(kind, {}, {}, IncludeObject::kNone, WallTime{});
  for (const json::Value& column : empty.at("columnDefinitions").as_array()) {
    const bool wide = column.at("priority").as_int() != 0;
    names.push_back(column.at("name").as_string() + (wide ? "*" : ""));
  }
  return join(names, ",");
}

TEST(Table, HasTheHeadersOfKubectl) {
  EXPECT_EQ(headers(kinds::pod()),
            "Name,Ready,Status,Restarts,Age,IP*,Node*,Nominated Node*,Readiness Gates*");
  EXPECT_EQ(headers(kinds::node()),
            "Name,Status,Roles,Age,Version,Internal-IP*,External-IP*,OS-Image*,Kernel-Version*,"
            "Container-Runtime*");
  EXPECT_EQ(headers(kinds::job()),
            "Name,Status,Completions,Duration,Age,Containers*,Images*,Selector*");
  EXPECT_EQ(headers(kinds::event()),
            "Last Seen,Type,Reason,Object,Subobject*,Source*,Message,First Seen*,Count*,Name*");
  EXPECT_EQ(headers(kinds::service()), "Name,Type,Cluster-IP,External-IP,Port(s),Age,Selector*");
  EXPECT_EQ(headers(kinds::config_map()), "Name,Data,Age");
  EXPECT_EQ(headers(kinds::secret()), "Name,Type,Data,Age");
  EXPECT_EQ(headers(kinds::namespace_()), "Name,Status,Age");
  EXPECT_EQ(headers(kinds::service_account()), "Name,Age");
  EXPECT_EQ(headers(kinds::lease()), "Name,Holder,Age");
}

TEST(Table, RowsOfPodsAndJobs) {
  EXPECT_EQ(cells_of(kinds::pod(), R"({"metadata":{"name":"p",
    "creationTimestamp":"2030-01-01T00:57:00Z"},"spec":{"nodeName":"n","containers":[{"name":"a"}]},
    "status":{"phase":"Running","podIP":"10.0.0.1","containerStatuses":[{"name":"a","ready":true,
    "restartCount":0,"state":{"running":{}}}]}})"),
            R"(["p","1/1","Running","0","3m","10.0.0.1","n","<none>","<none>"])");
  EXPECT_EQ(cells_of(kinds::job(), R"({"metadata":{"name":"j",
    "creationTimestamp":"2030-01-01T00:59:00Z"},"spec":{"completions":3,"selector":{"matchLabels":
    {"a":"b"}},"template":{"spec":{"containers":[{"name":"c","image":"i"}]}}},
    "status":{"succeeded":3,"startTime":"2030-01-01T00:59:00Z",
    "completionTime":"2030-01-01T00:59:30Z","conditions":[{"type":"Complete","status":"True"}]}})"),
            R"(["j","Complete","3/3","30s","60s","c","i","a=b"])");
}

TEST(Table, RowsOfNodesServicesAndEvents) {
  EXPECT_EQ(
      cells_of(kinds::node(), R"({"metadata":{"name":"n","labels":
    {"node-role.kubernetes.io/agent":""},"creationTimestamp":"2030-01-01T00:00:00Z"},
    "spec":{"unschedulable":true},"status":{"conditions":[{"type":"Ready","status":"True"}],
    "addresses":[{"type":"InternalIP","address":"10.0.0.1"}],"nodeInfo":{"kubeletVersion":"v1"}}})"),
      R"(["n","Ready,SchedulingDisabled","agent","60m","v1","10.0.0.1","<none>","<unknown>","<unknown>","<unknown>"])");
  EXPECT_EQ(cells_of(kinds::service(), R"({"metadata":{"name":"s"},"spec":{"type":"NodePort",
    "clusterIP":"10.1.0.1","ports":[{"port":80,"nodePort":30000,"protocol":"TCP"}]}})"),
            R"(["s","NodePort","10.1.0.1","<none>","80:30000/TCP","<unknown>","<none>"])");
  EXPECT_EQ(cells_of(kinds::event(), R"({"metadata":{"name":"e"},"type":"Normal","reason":"Started",
    "message":"m","involvedObject":{"kind":"Pod","name":"p"},"source":{"component":"kubelet"},
    "lastTimestamp":"2030-01-01T00:59:50Z","firstTimestamp":"2030-01-01T00:59:40Z","count":2})"),
            R"(["10s","Normal","Started","pod/p","","kubelet","m","20s",2,"e"])");
  EXPECT_EQ(cells_of(kinds::config_map(), R"({"metadata":{"name":"c"},"data":{"a":"","b":""}})"),
            R"(["c",2,"<unknown>"])");
}

TEST(Table, CarriesWhatWasAskedFor) {
  const char* pod = R"({"kind":"Pod","metadata":{"name":"p"},"spec":{}})";
  EXPECT_EQ(table(kinds::pod(), pod).at("metadata", "resourceVersion").as_string(), "7");
  const auto object_of = [](const json::Value& made) {
    return made.at("rows").as_array()[0].at("object");
  };
  EXPECT_TRUE(object_of(table(kinds::pod(), pod)).is_null());
  EXPECT_NE(table(kinds::pod(), pod).at("rows").as_array()[0].find("object"), nullptr);
  EXPECT_EQ(json::write(object_of(table(kinds::pod(), pod, IncludeObject::kMetadata))),
            R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",)"
            R"("metadata":{"name":"p"}})");
  EXPECT_EQ(object_of(table(kinds::pod(), pod, IncludeObject::kObject)), json::parse(pod).value());
}

TEST(Table, ShowsNumbersListsAndSelectorsAsTheColumnSays) {
  const auto cells = [](const char* api_version, const char* kind, const char* text) {
    const json::Value object = json::parse(text).value();
    const json::Value table = make_table(*find_kind(api_version, kind), {&object}, json::Value(),
                                         IncludeObject::kNone, {});
    return json::write(table.at("rows").as_array()[0].at("cells"));
  };
  EXPECT_EQ(cells("apps/v1", "ReplicaSet", R"({"metadata":{"name":"r"},"spec":{"replicas":2,
              "selector":{"matchLabels":{"a":"b"}}}})"),
            R"(["r",2,0,0,"<unknown>","","","a=b"])");
  EXPECT_EQ(cells("policy/v1", "PodDisruptionBudget",
                  R"({"metadata":{"name":"p"},"spec":{"minAvailable":1}})"),
            R"(["p","1","N/A",0,"<unknown>"])");
  EXPECT_EQ(cells("networking.k8s.io/v1", "ServiceCIDR",
                  R"({"metadata":{"name":"c"},"spec":{"cidrs":["a","b"]}})"),
            R"(["c","a,b","<unknown>"])");
  EXPECT_EQ(
      cells("scheduling.k8s.io/v1", "PriorityClass", R"({"metadata":{"name":"c"},"value":5})"),
      R"(["c",5,false,"<unknown>",""])");
}

TEST(Table, EveryKindHasColumnsThatBearEmptyObjects) {
  const json::Value object = json::Object{};
  for (const Kind& kind : builtin_kinds()) {
    const json::Value table = make_table(kind, {&object}, json::Value(), IncludeObject::kNone, {});
    EXPECT_EQ(table.at("rows").as_array()[0].at("cells").as_array().size(),
              table.at("columnDefinitions").as_array().size())
        << kind.kind;
  }
}

}  // namespace
}  // namespace sluice::api
