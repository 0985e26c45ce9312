// SPDX-License-Identifier: Apache-2.0
#include "api/apply/tracking.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"
#include "base/timestamp.h"

namespace sluice::api {
namespace {

WallTime at(int second) {
  return parse_rfc3339("2030-01-01T00:00:0" + std::to_string(second) + "Z").value();
}

FieldWriter writer(const std::string& manager, int second = 0,
                   const std::string& subresource = "") {
  return {kinds::pod(), manager, subresource, at(second)};
}

json::Value created(std::string_view text, const std::string& manager = "maker") {
  json::Value object = document(text);
  track_update(writer(manager), json::Object(), object);
  object["metadata"]["uid"] = "u";
  return object;
}

json::Value updated(const json::Value& live, std::string_view text, const FieldWriter& by) {
  json::Value object = document(text);
  track_update(by, live, object);
  return object;
}

// "manager operation time fields" per entry
std::string managers(const json::Value& object) {
  std::string text;
  for (const json::Value& entry : object.at("metadata", "managedFields").as_array()) {
    text += entry.at("manager").as_string() + " " + entry.at("operation").as_string() + " " +
            entry.at("time").as_string().substr(17) + " " + json::write(entry.at("fieldsV1")) +
            entry.at("subresource").as_string() + "\n";
  }
  return text;
}

TEST(TrackUpdate, TheCreatorOwnsWhatHeWrote) {
  const json::Value pod = created(
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"app":"x"}},)"
      R"("spec":{"containers":[{"name":"c","image":"i","resources":{}}],"restartPolicy":"Always"},)"
      R"("status":{"phase":"Running"}})");
  EXPECT_EQ(json::write(pod.at("metadata", "managedFields")),
            R"([{"manager":"maker","operation":"Update","apiVersion":"v1",)"
            R"("time":"2030-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{)"
            R"("f:metadata":{"f:labels":{".":{},"f:app":{}}},)"
            R"("f:spec":{"f:containers":{"k:{\"name\":\"c\"}":{".":{},"f:image":{},"f:name":{},)"
            R"("f:resources":{}}},"f:restartPolicy":{}}}}])");
}

TEST(TrackUpdate, WritersTakeWhatTheyChange) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1","b":"1","c":"1"}}})");
  const json::Value next =
      updated(pod, R"({"metadata":{"labels":{"a":"1","b":"2"}}})", writer("changer", 1));
  EXPECT_EQ(managers(next),
            "maker Update 00Z {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{}}}}\n"
            "changer Update 01Z {\"f:metadata\":{\"f:labels\":{\"f:b\":{}}}}\n");
}

TEST(TrackUpdate, ChangingNothingKeepsTheTime) {
  const char* text = R"({"metadata":{"labels":{"a":"1"}}})";
  const json::Value pod = created(text);
  EXPECT_EQ(managers(updated(pod, text, writer("maker", 5))), managers(pod));
  EXPECT_EQ(managers(updated(pod, text, writer("other", 5))), managers(pod));
}

TEST(TrackUpdate, TheSameWriterHasOneEntry) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1"}}})");
  EXPECT_EQ(
      managers(updated(pod, R"({"metadata":{"labels":{"a":"1","b":"1"}}})", writer("maker", 2))),
      "maker Update 02Z {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{},\"f:b\":{}}}}\n");
}

TEST(TrackUpdate, SubresourcesHaveEntriesOfTheirOwn) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1"}}})");
  const json::Value next = updated(pod,
                                   R"({"metadata":{"labels":{"a":"1"}},"spec":{"nodeName":"n"},)"
                                   R"("status":{"phase":"Running"}})",
                                   writer("maker", 1, "status"));
  EXPECT_EQ(managers(next),
            "maker Update 00Z {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{}}}}\n"
            "maker Update 01Z {\"f:status\":{\"f:phase\":{}}}status\n");
}

TEST(TrackUpdate, ClientsMayRewriteTheList) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1"}}})");
  const char* const renamed =
      R"({"metadata":{"labels":{"a":"1"},"managedFields":[{"manager":"new","operation":"Apply",)"
      R"("apiVersion":"v1","time":"2030-01-01T00:00:03Z","fieldsType":"FieldsV1",)"
      R"("fieldsV1":{"f:metadata":{"f:labels":{"f:a":{}}}}}]}})";
  EXPECT_EQ(managers(updated(pod, renamed, writer("other", 5))),
            "new Apply 03Z {\"f:metadata\":{\"f:labels\":{\"f:a\":{}}}}\n");
  EXPECT_EQ(managers(updated(pod, renamed, writer("other", 5, "status"))), managers(pod))
      << "not through a subresource";
}

TEST(TrackUpdate, EmptyListsEndTheTracking) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1"}}})");
  for (const char* list : {"[]", "[{}]"}) {
    const std::string text =
        std::string(R"({"metadata":{"uid":"u","managedFields":)") + list + "}}";
    const json::Value next = updated(pod, text, writer("x"));
    EXPECT_EQ(next.find("metadata", "managedFields"), nullptr);
    EXPECT_EQ(updated(next, R"({"metadata":{"labels":{"z":"1"}}})", writer("y"))
                  .find("metadata", "managedFields"),
              nullptr);
  }
}

TEST(TrackUpdate, BadListsAreAsGoodAsNone) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1"}}})");
  EXPECT_EQ(managers(updated(pod,
                             R"({"metadata":{"labels":{"a":"1"},"managedFields":[{"manager":)"
                             R"("bad","operation":"Update","apiVersion":"v1",)"
                             R"("fieldsType":"FieldsV1","fieldsV1":{"oops":{}}}]}})",
                             writer("x", 1))),
            managers(pod));
}

TEST(TrackUpdate, TheOldestOfManyWritersBecomeOne) {
  json::Value pod = created(R"({"metadata":{"annotations":{"n":"0"}}})", "writer-0");
  for (int i = 1; i <= 12; ++i) {
    json::Value next = pod;
    next["metadata"]["labels"]["l" + std::to_string(i)] = "1";
    next["metadata"].erase("managedFields");
    track_update(writer("writer-" + std::to_string(i), i % 10), pod, next);
    pod = next;
  }
  const json::Array& list = pod.at("metadata", "managedFields").as_array();
  EXPECT_EQ(list.size(), 10U);
  EXPECT_EQ(std::count_if(list.begin(), list.end(),
                          [](const json::Value& entry) {
                            return entry.at("manager").as_string() == "ancient-changes";
                          }),
            1);
}

TEST(TrackUpdate, NamelessWritersAreUnknown) {
  const json::Value pod = created(R"({"metadata":{"labels":{"a":"1"}}})", "");
  EXPECT_EQ(pod.at("metadata", "managedFields").as_array().front().at("manager").as_string(),
            "unknown");
}

}  // namespace
}  // namespace sluice::api
