// SPDX-License-Identifier: Apache-2.0
#include "apiserver/server.h"

#include <gtest/gtest.h>

#include "auth/bootstrap.h"
#include "client/told_usage.h"
#include "http/test_pki.h"
#include "json/text.h"
#include "registry/test_cluster.h"
#include "streams/test_pods.h"

namespace sluice::apiserver {
namespace {

constexpr std::chrono::seconds kLong{20};
constexpr const char* kPods = "/api/v1/namespaces/default/pods";
constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
constexpr const char* kTable = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

// The whole server over HTTPS, on a cluster in memory.
class ServerTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(auth::bootstrap_policy(cluster_.registry).has_value());
    server_ =
        http::serve(
            pki_.server_options(),
            make_handler({.registry = cluster_.registry, .pods = &pods_, .clock = cluster_.clock}))
            .value();
    client_ = pki_.client(server_->port(), "admin", {"system:masters"});
  }

  struct Reply {
    int status = 0;
    json::Value body;
    std::string text;
    http::Headers headers;
  };

  Reply send(http::ClientRequest request) {
    if (!request.body.empty() && request.content_type.empty()) {
      request.content_type = "application/json";
    }
    auto response = client_->send(request, kLong);
    EXPECT_TRUE(response) << (response ? "" : response.error().message);
    if (!response) {
      return {};
    }
    return {.status = response->status,
            .body = json::parse(response->body).value_or(json::Value()),
            .text = response->body,
            .headers = std::move(response->headers)};
  }
  Reply get(const std::string& target, const std::string& accept = "application/json") {
    return send({.target = target, .accept = accept});
  }
  Reply post(const std::string& target, const std::string& body) {
    return send({.method = "POST", .target = target, .body = body});
  }
  Reply patch(const std::string& target, const std::string& type, const std::string& body) {
    return send({.method = "PATCH", .target = target, .content_type = type, .body = body});
  }
  Reply create_map(const std::string& name) {
    return post(kMaps, R"({"metadata":{"name":")" + name + R"("},"data":{"k":"v"}})");
  }
  std::unique_ptr<http::LineStream> watch(const std::string& target,
                                          const std::string& accept = "application/json") {
    auto opened = client_->open({.target = target, .accept = accept}, kLong);
    EXPECT_TRUE(opened && opened->lines != nullptr);
    return std::move(opened->lines);
  }
  json::Value next(http::LineStream& stream) {
    const auto line = stream.read_line(kLong);
    EXPECT_TRUE(line && *line);
    return line && *line ? json::parse(**line).value_or(json::Value()) : json::Value();
  }

  registry::TestCluster cluster_;
  streams::TestPods pods_;
  http::TestPki pki_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<http::Client> client_;
};

TEST_F(ServerTest, CreatesReadsUpdatesAndDeletes) {
  const Reply created = create_map("a");
  EXPECT_EQ(created.status, 201) << created.text;
  EXPECT_EQ(created.body.at("kind").as_string(), "ConfigMap");
  EXPECT_FALSE(api::uid(created.body).empty());

  const std::string target = std::string(kMaps) + "/a";
  EXPECT_EQ(get(target).body, created.body);

  json::Value changed = created.body;
  changed["data"]["k"] = "w";
  const Reply updated = send({.method = "PUT", .target = target, .body = json::write(changed)});
  EXPECT_EQ(updated.status, 200) << updated.text;
  EXPECT_EQ(updated.body.at("data", "k").as_string(), "w");

  const Reply stale = send({.method = "PUT", .target = target, .body = json::write(changed)});
  EXPECT_EQ(stale.status, 409);
  EXPECT_EQ(stale.body.at("reason").as_string(), "Conflict");

  const Reply deleted = send({.method = "DELETE", .target = target});
  EXPECT_EQ(deleted.status, 200);
  EXPECT_EQ(deleted.body.at("status").as_string(), "Success");
  EXPECT_EQ(deleted.body.at("details", "uid").as_string(), api::uid(created.body));
  EXPECT_EQ(get(target).status, 404);
}

TEST_F(ServerTest, ErrorsAreStatusObjects) {
  const Reply missing = get(std::string(kPods) + "/nope");
  EXPECT_EQ(missing.status, 404);
  EXPECT_EQ(missing.body.at("message").as_string(), "pods \"nope\" not found");
  EXPECT_EQ(missing.body.at("details", "kind").as_string(), "pods");
  create_map("twice");
  const Reply again = create_map("twice");
  EXPECT_EQ(again.status, 409);
  EXPECT_EQ(again.body.at("reason").as_string(), "AlreadyExists");
  EXPECT_EQ(again.body.at("details", "name").as_string(), "twice");
  const Reply invalid = post(kPods, R"({"metadata":{"name":"p"},"spec":{"containers":[]}})");
  EXPECT_EQ(invalid.status, 422) << invalid.text;
  EXPECT_EQ(invalid.body.at("details", "kind").as_string(), "Pod");
  EXPECT_FALSE(invalid.body.at("details", "causes").as_array().empty());
  EXPECT_EQ(post(kPods, "{").status, 400);
  EXPECT_EQ(post(kPods, "").status, 400);
  EXPECT_EQ(post(kPods, R"({"kind":"Service","apiVersion":"v1"})").status, 400);
  EXPECT_EQ(post("/api/v1/pods", "{}").status, 405);
  EXPECT_EQ(get("/api/v1/unicorns").status, 404);
  EXPECT_EQ(get("/nowhere").status, 404);
  EXPECT_EQ(get("/api/v1/namespaces/default/nodes").status, 404);
  EXPECT_EQ(get(kPods, "text/html").status, 406);
  EXPECT_EQ(
      send({.method = "POST", .target = kPods, .content_type = "text/css", .body = "x"}).status,
      415);
  EXPECT_EQ(patch(std::string(kPods) + "/p", "application/json", "{}").status, 415);
}

TEST_F(ServerTest, EveryAnswerIsMarkedForAuditAndNotCached) {
  const Reply reply = get(kPods);
  EXPECT_FALSE(reply.headers.get("Audit-Id").empty());
  EXPECT_EQ(reply.headers.get("Cache-Control"), "no-cache, private");
}

TEST_F(ServerTest, EveryAnswerTellsItsFlow) {
  const json::Value flow = get("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/exempt").body;
  const json::Value level =
      get("/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations/exempt").body;
  const Reply reply = get("/nowhere");
  EXPECT_EQ(reply.headers.get("X-Kubernetes-Pf-Flowschema-Uid"), api::uid(flow));
  EXPECT_EQ(reply.headers.get("X-Kubernetes-Pf-Prioritylevel-Uid"), api::uid(level));
}

TEST_F(ServerTest, CountsWhatItServes) {
  create_map("a");
  get("/api/v1/nothing");
  const Reply page = get("/metrics");
  EXPECT_EQ(page.status, 200);
  for (const char* line :
       {R"(code="201",component="apiserver",dry_run="",group="",resource="configmaps",)",
        R"(code="404",component="apiserver",dry_run="",group="",resource="",)",
        R"(apiserver_resource_objects{group="",resource="configmaps"} 1)",
        "process_resident_memory_bytes ", "kubernetes_build_info{"}) {
    EXPECT_NE(page.text.find(line), std::string::npos) << line << "\n" << page.text;
  }
}

TEST_F(ServerTest, ListsWithSelectorsAndPages) {
  for (const char* name : {"a", "b", "c"}) {
    create_map(name);
  }
  patch(std::string(kMaps) + "/b", "application/merge-patch+json",
        R"({"metadata":{"labels":{"x":"y"}}})");
  const Reply all = get(kMaps);
  EXPECT_EQ(all.body.at("kind").as_string(), "ConfigMapList");
  EXPECT_EQ(all.body.at("items").as_array().size(), 3U);
  EXPECT_FALSE(all.body.at("metadata", "resourceVersion").as_string().empty());
  EXPECT_EQ(get("/api/v1/configmaps?labelSelector=x%3Dy").body.at("items").as_array().size(), 1U);
  EXPECT_EQ(
      get(std::string(kMaps) + "?fieldSelector=metadata.name=c").body.at("items").as_array().size(),
      1U);
  const Reply page = get(std::string(kMaps) + "?limit=2");
  EXPECT_EQ(page.body.at("items").as_array().size(), 2U);
  EXPECT_EQ(page.body.at("metadata", "remainingItemCount").as_int(), 1);
  const std::string token = page.body.at("metadata", "continue").as_string();
  const Reply rest = get(std::string(kMaps) + "?limit=2&continue=" + http::percent_encode(token));
  EXPECT_EQ(rest.body.at("items").as_array().size(), 1U);
  EXPECT_EQ(get(std::string(kMaps) + "?limit=x").status, 400);
  EXPECT_EQ(get(std::string(kMaps) + "?labelSelector=%21%21").status, 400);
}

TEST_F(ServerTest, PatchesInThreeWays) {
  create_map("a");
  const std::string target = std::string(kMaps) + "/a";
  EXPECT_EQ(patch(target, "application/merge-patch+json", R"({"data":{"k":null,"m":"1"}})")
                .body.at("data"),
            json::Value(json::Object{{"m", "1"}}));
  EXPECT_EQ(patch(target, "application/strategic-merge-patch+json", R"({"data":{"s":"2"}})")
                .body.at("data", "s")
                .as_string(),
            "2");
  const Reply by_path = patch(target, "application/json-patch+json",
                              R"([{"op":"replace","path":"/data/s","value":"3"}])");
  EXPECT_EQ(by_path.body.at("data", "s").as_string(), "3");
  EXPECT_EQ(patch(target, "application/json-patch+json",
                  R"([{"op":"test","path":"/data/s","value":"x"}])")
                .status,
            422);
}

TEST_F(ServerTest, StrictValidationNamesUnknownAndRepeatedFields) {
  const std::string body = R"({"metadata":{"name":"x"},"data":{},"data":{},"colour":"red"})";
  const Reply strict = post(std::string(kMaps) + "?fieldValidation=Strict", body);
  EXPECT_EQ(strict.status, 400);
  EXPECT_NE(strict.body.at("message").as_string().find(R"(unknown field "colour")"),
            std::string::npos);
  EXPECT_NE(strict.body.at("message").as_string().find(R"(duplicate field "data")"),
            std::string::npos);
  const Reply warned = post(kMaps, body);
  EXPECT_EQ(warned.status, 201) << warned.text;
  EXPECT_NE(warned.headers.get("Warning").find(R"(unknown field \"colour\")"), std::string::npos);
  EXPECT_EQ(post(std::string(kMaps) + "?fieldValidation=Maybe", body).status, 422);
}

TEST_F(ServerTest, DryRunChangesNothing) {
  const Reply dry = post(std::string(kMaps) + "?dryRun=All", R"({"metadata":{"name":"d"}})");
  EXPECT_EQ(dry.status, 201) << dry.text;
  EXPECT_EQ(get(std::string(kMaps) + "/d").status, 404);
  EXPECT_EQ(post(std::string(kMaps) + "?dryRun=Some", R"({"metadata":{"name":"d"}})").status, 422);
}

TEST_F(ServerTest, AcceptsYaml) {
  const Reply created = send({.method = "POST",
                              .target = kMaps,
                              .content_type = "application/yaml",
                              .body = "metadata:\n  name: from-yaml\ndata:\n  a: b\n"});
  EXPECT_EQ(created.status, 201) << created.text;
  EXPECT_EQ(get(std::string(kMaps) + "/from-yaml", "application/yaml").headers.get("Content-Type"),
            "application/yaml");
}

TEST_F(ServerTest, AcceptsProtobuf) {
  // metadata.name "pb", in the envelope of a v1 ConfigMap
  const std::string envelope(
      "k8s\0\n\x0f\n\x02v1\x12\x09"
      "ConfigMap\x12\x06\n\x04\n\x02pb",
      29);
  const Reply created = send({.method = "POST",
                              .target = kMaps,
                              .content_type = "application/vnd.kubernetes.protobuf",
                              .body = envelope});
  EXPECT_EQ(created.status, 201) << created.text;
  EXPECT_EQ(api::name(created.body), "pb");
  const Reply broken = send({.method = "POST",
                             .target = kMaps,
                             .content_type = "application/vnd.kubernetes.protobuf",
                             .body = envelope.substr(0, 20)});
  EXPECT_EQ(broken.status, 400);
}

TEST_F(ServerTest, WatchShowsChangesAsTheyHappen) {
  create_map("before");
  const auto stream = watch(std::string(kMaps) + "?watch=true");
  EXPECT_EQ(next(*stream).at("object", "metadata", "name").as_string(), "before");
  create_map("later");
  const json::Value added = next(*stream);
  EXPECT_EQ(added.at("type").as_string(), "ADDED");
  EXPECT_EQ(added.at("object", "metadata", "name").as_string(), "later");
  send({.method = "DELETE", .target = std::string(kMaps) + "/later"});
  EXPECT_EQ(next(*stream).at("type").as_string(), "DELETED");
}

TEST_F(ServerTest, WatchFromForgottenHistoryIsAnErrorEvent) {
  const std::string old = api::resource_version(create_map("a").body);
  create_map("b");
  ASSERT_TRUE(cluster_.store->compact(cluster_.store->revision()));
  const auto stream = watch(std::string(kMaps) + "?watch=1&resourceVersion=" + old);
  ASSERT_NE(stream, nullptr);
  const json::Value event = next(*stream);
  EXPECT_EQ(event.at("type").as_string(), "ERROR");
  EXPECT_EQ(event.at("object", "kind").as_string(), "Status");
  EXPECT_EQ(event.at("object", "code").as_int(), 410);
  EXPECT_EQ(event.at("object", "reason").as_string(), "Expired");
  EXPECT_TRUE(event.at("object", "message").as_string().starts_with("too old resource version: "));
  EXPECT_FALSE(stream->read_line(kLong)) << "the watch is over";
}

TEST_F(ServerTest, WatchSendsBookmarksAndEndsInTime) {
  const auto stream = watch(
      std::string(kMaps) + "?watch=1&allowWatchBookmarks=true&timeoutSeconds=90&resourceVersion=1");
  cluster_.clock.await_waiters(1);
  cluster_.clock.advance(std::chrono::seconds(60));
  const json::Value bookmark = next(*stream);
  EXPECT_EQ(bookmark.at("type").as_string(), "BOOKMARK");
  EXPECT_FALSE(bookmark.at("object", "metadata", "resourceVersion").as_string().empty());
  cluster_.clock.await_waiters(1);
  cluster_.clock.advance(std::chrono::seconds(60));
  EXPECT_EQ(next(*stream).at("type").as_string(), "BOOKMARK");
  EXPECT_EQ(stream->read_line(kLong).error().code, Code::kUnavailable);
}

TEST_F(ServerTest, TablesAndMetadataOnRequest) {
  create_map("a");
  const Reply table = get(kMaps, kTable);
  EXPECT_EQ(table.body.at("kind").as_string(), "Table");
  EXPECT_EQ(table.body.at("apiVersion").as_string(), "meta.k8s.io/v1");
  ASSERT_EQ(table.body.at("rows").as_array().size(), 1U);
  EXPECT_EQ(table.body.at("rows").as_array()[0].at("cells").as_array()[0].as_string(), "a");
  EXPECT_EQ(get(std::string(kMaps) + "/a", kTable).body.at("kind").as_string(), "Table");
  const auto stream = watch(std::string(kMaps) + "?watch=true", kTable);
  EXPECT_EQ(next(*stream).at("object", "kind").as_string(), "Table");
  const Reply partial =
      get(kMaps, "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
  EXPECT_EQ(partial.body.at("kind").as_string(), "PartialObjectMetadataList");
  EXPECT_EQ(partial.body.at("items").as_array()[0].find("data"), nullptr);
}

TEST_F(ServerTest, DeletesCollections) {
  create_map("a");
  create_map("b");
  const Reply deleted = send({.method = "DELETE", .target = kMaps});
  EXPECT_EQ(deleted.status, 200);
  EXPECT_EQ(get(kMaps).body.at("items").as_array().size(), 0U);
}

TEST_F(ServerTest, BindsPodsAndServesTheirLogs) {
  cluster_.create_pod("p");
  const std::string pod = std::string(kPods) + "/p";
  EXPECT_EQ(get(pod + "/log").text, "");  // nowhere yet
  const Reply bound = post(pod + "/binding", R"({"target":{"name":"node-1"}})");
  EXPECT_EQ(bound.status, 201) << bound.text;
  EXPECT_EQ(get(pod).body.at("spec", "nodeName").as_string(), "node-1");
  EXPECT_EQ(get(pod + "/log").body.at("message").as_string(),
            "container \"c\" in pod \"p\" is waiting to start: ContainerCreating");
  const Reply running =
      patch(pod + "/status", "application/merge-patch+json",
            R"({"status":{"containerStatuses":[{"name":"c","image":"i","imageID":"","ready":true,)"
            R"("restartCount":0,"state":{"running":{}}}]}})");
  EXPECT_EQ(running.status, 200) << running.text;
  EXPECT_EQ(get(pod + "/log", "*/*").text, "log of default/p c");
  EXPECT_EQ(get(pod + "/log?container=x").status, 400);
  EXPECT_EQ(get(pod + "/nonsense").status, 404);
}

TEST_F(ServerTest, ScalesWorkloads) {
  const std::string sets = "/apis/apps/v1/namespaces/default/replicasets";
  EXPECT_EQ(post(sets, R"({"metadata":{"name":"r"},"spec":{"selector":{"matchLabels":{"a":"b"}},
              "template":{"metadata":{"labels":{"a":"b"}},
              "spec":{"containers":[{"name":"c","image":"i"}]}}}})")
                .status,
            201);
  const std::string scale = sets + "/r/scale";
  EXPECT_EQ(get(scale).body.at("spec", "replicas").as_int(), 1);
  const json::Value table = get(scale, "application/json;as=Table;v=v1;g=meta.k8s.io").body;
  EXPECT_EQ(table.at("columnDefinitions").as_array().at(1).at("name").as_string(), "Desired");
  EXPECT_EQ(table.at("rows").as_array().at(0).at("cells").as_array().at(1), json::Value(1));
  const Reply patched = patch(scale, "application/merge-patch+json", R"({"spec":{"replicas":3}})");
  EXPECT_EQ(patched.body.at("kind").as_string(), "Scale") << patched.text;
  EXPECT_EQ(get(sets + "/r").body.at("spec", "replicas").as_int(), 3);
}

TEST_F(ServerTest, TellsWhatPodsUse) {
  constexpr const char* kMetrics = "/apis/metrics.k8s.io/v1beta1";
  client::ToldUsage usage(cluster_.clock);
  usage.tell("p", {.containers = {{"c", 250'000'000, 1 << 20}}});
  cluster_.registry.measure_with(usage);
  cluster_.create(api::kinds::node(), R"({"metadata":{"name":"node-1"}})");
  cluster_.create_pod("p");
  cluster_.bind("p");
  patch(std::string(kPods) + "/p/status", "application/merge-patch+json",
        R"({"status":{"phase":"Running"}})");
  const std::string pods = std::string(kMetrics) + "/namespaces/default/pods";
  const Reply list = get(pods);
  EXPECT_EQ(list.status, 200);
  EXPECT_EQ(list.body.at("kind").as_string(), "PodMetricsList");
  EXPECT_EQ(json::write(list.body.at("items").as_array().at(0).at("containers")),
            R"([{"name":"c","usage":{"cpu":"250m","memory":"1Mi"}}])");
  EXPECT_EQ(get(std::string(kMetrics) + "/pods").body.at("items").as_array().size(), 1U);
  EXPECT_EQ(get(pods + "/p").body.at("window").as_string(), "10s");
  EXPECT_EQ(get(pods + "/q").status, 404);
  EXPECT_EQ(get(std::string(kMetrics) + "/nodes/node-1").body.at("usage", "cpu").as_string(),
            "250m");
  const Reply table = get(pods, kTable);
  EXPECT_EQ(json::write(table.body.at("rows").as_array().at(0).at("cells")),
            R"(["p","250m","1Mi","10s"])");
  const Reply protobuf = get(pods, "application/vnd.kubernetes.protobuf, */*");
  EXPECT_TRUE(protobuf.text.starts_with(std::string("k8s\0", 4)));
  EXPECT_EQ(post(pods, "{}").status, 405);
  EXPECT_EQ(get(pods + "?watch=true").status, 405);
  EXPECT_EQ(get(kMetrics).body.at("resources").as_array().size(), 2U);
}

TEST_F(ServerTest, DescribesItself) {
  EXPECT_EQ(get("/version").body.at("gitVersion").as_string(), "v1.35.8+sluice");
  EXPECT_EQ(get("/api").body.at("kind").as_string(), "APIVersions");
  EXPECT_EQ(get("/apis").body.at("kind").as_string(), "APIGroupList");
  EXPECT_EQ(get("/apis/batch").body.at("kind").as_string(), "APIGroup");
  EXPECT_EQ(get("/apis/batch/v1").body.at("kind").as_string(), "APIResourceList");
  EXPECT_EQ(get("/api/v1").body.at("kind").as_string(), "APIResourceList");
  EXPECT_EQ(get("/apis/nope").status, 404);
  const Reply aggregated =
      get("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
  EXPECT_EQ(aggregated.body.at("kind").as_string(), "APIGroupDiscoveryList");
  EXPECT_FALSE(aggregated.headers.get("ETag").empty());
}

TEST_F(ServerTest, ServesOpenApiWithItsCachingRules) {
  const Reply index = get("/openapi/v3");
  const std::string url = index.body.at("paths", "api/v1", "serverRelativeURL").as_string();
  ASSERT_NE(url.find("?hash="), std::string::npos) << index.text;
  const Reply document = get(url);
  EXPECT_EQ(document.status, 200);
  EXPECT_EQ(document.headers.get("Cache-Control"), "public, immutable");
  EXPECT_NE(document.body.find("components", "schemas"), nullptr);
  const Reply outdated = get("/openapi/v3/api/v1?hash=00");
  EXPECT_EQ(outdated.status, 301);
  EXPECT_EQ(outdated.headers.get("Location"), url);
  EXPECT_EQ(get("/openapi/v3/apis/none/v1").status, 404);
  EXPECT_EQ(get("/openapi/v2").body.at("swagger").as_string(), "2.0");
  EXPECT_EQ(get("/openapi/v2", "text/html").status, 406);
  const Reply protobuf =
      get("/openapi/v2", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf");
  EXPECT_EQ(protobuf.headers.get("Content-Type"),
            "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
}

TEST_F(ServerTest, OthersMayOnlyAskForHealth) {
  client_ = pki_.client(server_->port());
  EXPECT_EQ(get("/healthz").text, "ok");
  const Reply refused = get(kPods);
  EXPECT_EQ(refused.status, 403);
  EXPECT_EQ(refused.body.at("message").as_string(),
            "pods is forbidden: User \"system:anonymous\" cannot list resource \"pods\" in API "
            "group \"\" in the namespace \"default\"");
  auto options = pki_.client_options(server_->port());
  options.bearer_token = "guess";
  client_ = http::make_client(options).value();
  EXPECT_EQ(get(kPods).status, 401);
}

TEST_F(ServerTest, AppliesDocumentsAndTellsConflicts) {
  const std::string target = std::string(kMaps) + "/c?fieldManager=";
  const auto apply = [&](const std::string& query, const std::string& data) {
    return patch(target + query, "application/apply-patch+yaml",
                 "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n" + data);
  };
  EXPECT_EQ(apply("a", "data: {k: v}\n").status, 201);
  EXPECT_EQ(apply("a", "data: {k: v}\n").status, 200);
  const Reply conflict = apply("b", "data: {k: w}\n");
  EXPECT_EQ(conflict.text,
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
            R"("message":"Apply failed with 1 conflict: conflict with \"a\": .data.k",)"
            R"("reason":"Conflict","details":{"causes":[{"reason":"FieldManagerConflict",)"
            R"("message":"conflict with \"a\"","field":".data.k"}]},"code":409})");
  EXPECT_EQ(apply("b&force=true", "data: {k: w}\n").status, 200);
  const Reply unknown = apply("a", "more: 1\n");
  EXPECT_EQ(unknown.status, 500);
  EXPECT_EQ(unknown.body.find("reason"), nullptr);
  EXPECT_EQ(apply("", "data: {}\n").status, 422);
  const Reply strict = apply("a&fieldValidation=Strict", "data: {a: b, a: c}\n");
  EXPECT_EQ(strict.status, 400);
  EXPECT_EQ(strict.body.at("message").as_string(),
            "error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n"
            "  line 5: key \"a\" already set in map");
}

TEST(IsQuick, OnlyReadsOfOneObject) {
  const auto quick = [](const std::string& method, const std::string& target) {
    return is_quick({.method = method, .target = *http::parse_target(target)});
  };
  EXPECT_TRUE(quick("GET", "/api/v1/namespaces/default/pods/a"));
  EXPECT_TRUE(quick("GET", "/api/v1/nodes/a"));
  EXPECT_FALSE(quick("GET", "/api/v1/namespaces/default/pods"));
  EXPECT_FALSE(quick("GET", "/api/v1/namespaces/default/pods?watch=1"));
  EXPECT_FALSE(quick("GET", "/api/v1/namespaces/default/pods/a/log"));
  EXPECT_FALSE(quick("GET", "/apis/example.com/v1/namespaces/default/things/a"));
  EXPECT_FALSE(quick("GET", "/apis/metrics.k8s.io/v1beta1/nodes/a"));
  EXPECT_FALSE(quick("PUT", "/api/v1/namespaces/default/pods/a"));
  EXPECT_FALSE(quick("GET", "/openapi/v3"));
}

TEST_F(ServerTest, ComponentStatusesAreAnEmptyListThatOneShouldNotAskFor) {
  const Reply list = get("/api/v1/componentstatuses");
  EXPECT_EQ(list.text, R"({"kind":"ComponentStatusList","apiVersion":"v1","metadata":{},)"
                       R"("items":[]})");
  EXPECT_EQ(list.headers.get("Warning"), R"(299 - "v1 ComponentStatus is deprecated in v1.19+")");
  EXPECT_EQ(get("/api/v1/componentstatuses/a").body.at("message").as_string(),
            "componentstatus \"a\" not found");
}

}  // namespace
}  // namespace sluice::apiserver
