// SPDX-License-Identifier: Apache-2.0
// What pods find in their volumes, from the objects in the API to files.
#include "api/meta.h"
#include "base/files.h"
#include "base/timestamp.h"
#include "json/text.h"
#include "kubelet/volumes/refresher.h"
#include "kubelet/volumes/resolve_volumes.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

using kubelet::PodObjects;
using kubelet::ResolvedVolumes;

class Volumes : public KubeletWorld {
 protected:
  Volumes() {
    create(api::kinds::config_map(), R"({"apiVersion":"v1","kind":"ConfigMap",
        "metadata":{"name":"cm","namespace":"default"},"data":{"a":"1","b":"2"},
        "binaryData":{"raw":"AAE="}})");
    create(api::kinds::secret(), R"({"apiVersion":"v1","kind":"Secret",
        "metadata":{"name":"s","namespace":"default"},"data":{"key":"c2VzYW1l"}})");
  }
  void create(const api::Kind& kind, std::string_view text) {
    const auto created = client_.create(kind, *json::parse(text));
    ASSERT_TRUE(created.has_value()) << created.error().message;
  }
  // A pod with one volume "v" of this source.
  Result<ResolvedVolumes> resolve(std::string_view source, std::string_view security = "{}") {
    pod_ = *json::parse(R"({"metadata":{"name":"p","namespace":"default","uid":"u",
        "labels":{"app":"web","b":"x\"y"},"annotations":{"build":"7"}},
        "spec":{"nodeName":"slurm","containers":[{"name":"c",
          "resources":{"limits":{"cpu":"1500m","memory":"64Mi"}}}]}})");
    json::Value volume = *json::parse(source);
    volume["name"] = "v";
    pod_["spec"]["volumes"] = json::Array{std::move(volume)};
    pod_["spec"]["securityContext"] = *json::parse(security);
    PodObjects objects(client_, pod_);
    return kubelet::resolve_volumes(objects, *tokens_);
  }
  std::string file(const Result<ResolvedVolumes>& resolved, const std::string& path) {
    EXPECT_TRUE(resolved.has_value()) << (resolved ? "" : resolved.error().message);
    const auto& files = resolved->files.at("v");
    return files.contains(path) ? files.at(path).content : "(none)";
  }
  std::string refusal(std::string_view source) {
    const auto refused = resolve(source);
    EXPECT_FALSE(refused.has_value());
    return refused ? "" : refused.error().message;
  }

  json::Value pod_;
  std::optional<kubelet::Tokens> tokens_{std::in_place, clock_};
};

TEST_F(Volumes, AConfigMapIsADirectoryOfItsKeys) {
  const auto all = resolve(R"({"configMap":{"name":"cm","defaultMode":256}})");
  EXPECT_EQ(file(all, "a"), "1");
  EXPECT_EQ(file(all, "raw"), std::string("\0\1", 2));
  EXPECT_EQ(all->files.at("v").at("a").mode, 0400u);
  EXPECT_EQ(all->volumes[0].kind, pod::VolumeKind::kFiles);
}

TEST_F(Volumes, ItemsChooseKeysPathsAndModes) {
  const auto chosen =
      resolve(R"({"configMap":{"name":"cm","items":[{"key":"b","path":"deep/er","mode":384}]}})");
  EXPECT_EQ(file(chosen, "deep/er"), "2");
  EXPECT_EQ(file(chosen, "a"), "(none)");
  EXPECT_EQ(chosen->files.at("v").at("deep/er").mode, 0600u);
}

TEST_F(Volumes, ASecretIsDecoded) {
  EXPECT_EQ(file(resolve(R"({"secret":{"secretName":"s"}})"), "key"), "sesame");
}

TEST_F(Volumes, WhatIsMissingIsNamedUnlessOptional) {
  EXPECT_EQ(refusal(R"({"configMap":{"name":"no"}})"), "volume \"v\": configmap \"no\" not found");
  EXPECT_EQ(refusal(R"({"secret":{"secretName":"no"}})"), "volume \"v\": secret \"no\" not found");
  EXPECT_EQ(refusal(R"({"configMap":{"name":"cm","items":[{"key":"no","path":"x"}]}})"),
            "volume \"v\": references non-existent config key: no");
  EXPECT_TRUE(resolve(R"({"configMap":{"name":"no","optional":true}})").has_value());
}

TEST_F(Volumes, ThePodReadsAboutItself) {
  const auto all = resolve(R"({"downwardAPI":{"items":[
      {"path":"labels","fieldRef":{"fieldPath":"metadata.labels"}},
      {"path":"name","fieldRef":{"fieldPath":"metadata.name"}},
      {"path":"cpu","resourceFieldRef":{"containerName":"c","resource":"limits.cpu","divisor":"1m"}}]}})");
  EXPECT_EQ(file(all, "labels"), "app=\"web\"\nb=\"x\\\"y\"");
  EXPECT_EQ(file(all, "name"), "p");
  EXPECT_EQ(file(all, "cpu"), "1500");
}

TEST_F(Volumes, SourcesAreProjectedTogether) {
  const auto all = resolve(R"({"projected":{"defaultMode":292,"sources":[
      {"configMap":{"name":"cm","items":[{"key":"a","path":"x/a"}]}},
      {"secret":{"name":"s"}},
      {"downwardAPI":{"items":[{"path":"ns","fieldRef":{"fieldPath":"metadata.namespace"}}]}}]}})");
  EXPECT_EQ(file(all, "x/a"), "1");
  EXPECT_EQ(file(all, "key"), "sesame");
  EXPECT_EQ(file(all, "ns"), "default");
  EXPECT_EQ(all->files.at("v").at("key").mode, 0444u);
}

TEST_F(Volumes, WhatTheRunnerMakesIsOnlyDescribed) {
  const auto empty =
      resolve(R"({"emptyDir":{"medium":"Memory","sizeLimit":"1Mi"}})", R"({"fsGroup":1234})");
  ASSERT_TRUE(empty.has_value());
  EXPECT_EQ(empty->volumes[0].kind, pod::VolumeKind::kMemory);
  EXPECT_EQ(empty->volumes[0].size_limit, 1 << 20);
  EXPECT_EQ(empty->volumes[0].group, 1234);
  const auto host = resolve(R"({"hostPath":{"path":"/data","type":"Directory"}})");
  EXPECT_EQ(host->volumes[0].path, "/data");
  EXPECT_EQ(host->volumes[0].host_type, "Directory");
}

TEST_F(Volumes, AClaimIsFollowedToItsVolume) {
  create(api::kinds::persistent_volume(), R"({"apiVersion":"v1","kind":"PersistentVolume",
      "metadata":{"name":"pv"},"spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
      "hostPath":{"path":"/srv/data"}}})");
  create(api::kinds::persistent_volume_claim(), R"({"apiVersion":"v1",
      "kind":"PersistentVolumeClaim","metadata":{"name":"claim","namespace":"default"},
      "spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}},
      "volumeName":"pv"}})");
  const char* source = R"({"persistentVolumeClaim":{"claimName":"claim","readOnly":true}})";
  EXPECT_EQ(refusal(source), "volume \"v\": persistentvolumeclaim \"claim\" is not bound yet");
  ASSERT_TRUE(
      client_
          .patch(api::kinds::persistent_volume_claim(), {"default", "claim"},
                 {client::PatchType::kMerge, *json::parse(R"({"status":{"phase":"Bound"}})")},
                 client::Part::kStatus)
          .has_value());
  const auto bound = resolve(source);
  ASSERT_TRUE(bound.has_value()) << bound.error().message;
  EXPECT_EQ(bound->volumes[0].path, "/srv/data");
  EXPECT_TRUE(bound->volumes[0].read_only);
}

TEST_F(Volumes, AnImageIsShownWhereItIsUnpacked) {
  auto all = resolve(R"({"image":{"reference":"files:1","pullPolicy":"IfNotPresent"}})",
                     R"({"fsGroup":1234})");
  ASSERT_TRUE(all.has_value());
  EXPECT_FALSE(all->show_images(pod_, {}).has_value());
  images::Image image;
  image.root = "/images/sha256-1/root";
  ASSERT_TRUE(all->show_images(pod_, {{"files:1", image}}).has_value());
  EXPECT_EQ(all->volumes[0].kind, pod::VolumeKind::kImage);
  EXPECT_EQ(all->volumes[0].path, "/images/sha256-1/root");
  EXPECT_TRUE(all->volumes[0].read_only);
}

TEST_F(Volumes, WhatNobodyCanMountIsRefusedByName) {
  const std::string words = refusal(R"({"nfs":{"server":"s","path":"/"}})");
  EXPECT_TRUE(words.starts_with("volume \"v\": nfs volumes are not supported")) << words;
}

TEST_F(Volumes, NobodyElseMayLookIntoTheDirectory) {
  const auto all = resolve(R"({"secret":{"secretName":"s"}})");
  const std::filesystem::path attempt = home_.path() / "pods/u/1";
  ASSERT_TRUE(kubelet::write_volumes(attempt, pod_, all->files).has_value());
  EXPECT_EQ(*read_file(attempt / "volumes/v/key"), "sesame");
  for (const auto& directory : {attempt, attempt / "volumes"}) {
    EXPECT_EQ(std::filesystem::status(directory).permissions(), std::filesystem::perms::owner_all);
  }
}

TEST_F(Volumes, ChangesReachFilesOfLivingPods) {
  ASSERT_TRUE(resolve(R"({"configMap":{"name":"cm"}})").has_value());
  const kubelet::AttemptFiles files(home_.path());
  const std::filesystem::path attempt = files.directory({"u", 1});
  ASSERT_TRUE(make_directory(attempt).has_value());
  kubelet::VolumeRefresher refresher(
      {client_, clock_, files, *tokens_,
       [this] { return std::vector{std::make_shared<const json::Value>(pod_)}; }},
      std::chrono::hours(1));
  refresher.refresh();
  EXPECT_FALSE(std::filesystem::exists(attempt / "volumes")) << "somebody else is about to write";
  ASSERT_TRUE(files.write_spec({.attempt = {"u", 1}}).has_value());
  refresher.refresh();
  EXPECT_EQ(*read_file(attempt / "volumes/v/a"), "1");
  ASSERT_TRUE(client_
                  .patch(api::kinds::config_map(), {"default", "cm"},
                         {client::PatchType::kMerge, *json::parse(R"({"data":{"a":"changed"}})")},
                         client::Part::kMain)
                  .has_value());
  refresher.refresh();
  EXPECT_EQ(*read_file(attempt / "volumes/v/a"), "changed");
  ASSERT_TRUE(client_.remove(api::kinds::config_map(), {"default", "cm"}, {}).has_value());
  refresher.refresh();
  EXPECT_EQ(*read_file(attempt / "volumes/v/a"), "changed");  // what is gone stays as it was
}

// The pod's own, never anybody else's; in time there is another.
TEST_F(Volumes, ATokenIsThePodsAndRenewedWhileItLives) {
  FakeClock clock;
  tokens_.emplace(clock);
  std::vector<std::string> bound;
  client_.issue_tokens_with([&](const api::Key& account, json::Value request,
                                const registry::WriteOptions& /* written by the kubelet */) {
    bound.push_back(api::to_string(account) + " " +
                    request.at("spec", "boundObjectRef", "uid").as_string());
    request["status"] = json::Object{
        {"token", "token " + std::to_string(bound.size())},
        {"expirationTimestamp", format_rfc3339(clock.now() + std::chrono::seconds(3607))}};
    return Result<json::Value>(std::move(request));
  });
  const char* source = R"({"projected":{"sources":[
      {"serviceAccountToken":{"expirationSeconds":3607,"path":"token"}}]}})";
  EXPECT_EQ(file(resolve(source), "token"), "token 1");
  clock.advance(std::chrono::minutes(40));
  EXPECT_EQ(file(resolve(source), "token"), "token 1");

  const kubelet::AttemptFiles files(home_.path());
  const std::filesystem::path attempt = files.directory({"u", 1});
  ASSERT_TRUE(files.write_spec({.attempt = {"u", 1}}).has_value());
  kubelet::VolumeRefresher refresher(
      {client_, clock, files, *tokens_,
       [this] { return std::vector{std::make_shared<const json::Value>(pod_)}; }},
      std::chrono::hours(1));
  clock.advance(std::chrono::minutes(10));
  refresher.refresh();
  EXPECT_EQ(*read_file(attempt / "volumes/v/token"), "token 2");
  EXPECT_EQ(bound, std::vector<std::string>(2, "default/default u"));
}

}  // namespace
}  // namespace sluice
