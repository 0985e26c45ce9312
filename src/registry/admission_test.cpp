// SPDX-License-Identifier: Apache-2.0
#include "registry/admission.h"

#include <gtest/gtest.h>

#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

// Writes down what it is asked, labels what it is shown and refuses objects called "bad".
class Recorder final : public Admitter {
 public:
  Result<bool> mutate(Attributes& request, Mutations& mutations) const override {
    lines_.push_back(line("mutate", request) + (mutations.again ? " again" : ""));
    if (request.object == nullptr || mutations.again || !labels_) {
      return false;
    }
    (*request.object)["metadata"]["labels"]["seen"] = "yes";
    return true;
  }
  Result<void> validate(const Attributes& request) const override {
    lines_.push_back(line("validate", request));
    if (request.key.name == "bad") {
      return tl::unexpected(refused(request, "bad"));
    }
    request.warn("hm");
    request.warn("hm");
    return {};
  }

  std::vector<std::string> take() { return std::exchange(lines_, {}); }
  void label_objects() { labels_ = true; }

 private:
  static std::string line(const std::string& what, const Attributes& request) {
    return what + " " + std::string(to_string(request.operation)) + " " +
           std::string(request.kind.plural) +
           (request.subresource.empty() ? "" : "/" + request.subresource) + " " + request.key.name +
           " " + request.subject().at("kind").as_string() +
           (request.old != nullptr && request.object != nullptr ? " with old" : "") + " by " +
           request.user.at("username").as_string();
  }

  mutable std::vector<std::string> lines_;
  bool labels_ = false;
};

class AdmissionOfWrites : public testing::Test {
 protected:
  AdmissionOfWrites() { cluster_.registry.admit_with(recorder_); }

  using Lines = std::vector<std::string>;
  const WriteOptions options_{.by = {.user = json::Object{{"username", "ann"}}, .notes = &notes_}};
  const api::Kind& maps_ = api::kinds::config_map();

  Recorder recorder_;
  Notes notes_;
  TestCluster cluster_;
};

TEST_F(AdmissionOfWrites, CreateIsSeenBeforeAndAfterItIsValid) {
  ASSERT_TRUE(cluster_.registry.create(maps_, "default", json_of(R"({"metadata":{"name":"m"}})"),
                                       options_));
  EXPECT_EQ(recorder_.take(), (Lines{"mutate CREATE configmaps m ConfigMap by ann",
                                     "validate CREATE configmaps m ConfigMap by ann"}));
  EXPECT_EQ(notes_.warnings, Lines{"hm"});
}

TEST_F(AdmissionOfWrites, WhatIsChangedIsLookedAtAgainAndWritten) {
  recorder_.label_objects();
  cluster_.create_config_map("m");
  EXPECT_EQ(recorder_.take(),
            (Lines{"mutate CREATE configmaps m ConfigMap by system:apiserver",
                   "mutate CREATE configmaps m ConfigMap by system:apiserver again",
                   "validate CREATE configmaps m ConfigMap by system:apiserver"}));
  EXPECT_EQ(cluster_.get(maps_, "m").at("metadata", "labels", "seen").as_string(), "yes");
}

TEST_F(AdmissionOfWrites, EveryKindOfChangeIsAnUpdate) {
  json::Value map = cluster_.create_config_map("m");
  recorder_.take();
  const api::Key key{"default", "m"};
  const Lines expected{"mutate UPDATE configmaps m ConfigMap with old by ann",
                       "validate UPDATE configmaps m ConfigMap with old by ann"};
  map["data"]["a"] = "1";
  ASSERT_TRUE(cluster_.registry.update(maps_, {.key = key, .object = map, .options = options_}));
  EXPECT_EQ(recorder_.take(), expected);
  ASSERT_TRUE(cluster_.registry.patch(
      maps_, {.key = key,
              .patch = {client::PatchType::kMerge, json_of(R"({"data":{"a":"2"}})")},
              .options = options_}));
  EXPECT_EQ(recorder_.take(), expected);
  WriteOptions applying = options_;
  applying.field_manager = "me";
  ASSERT_TRUE(cluster_.registry.patch(
      maps_, {.key = key,
              .patch = {client::PatchType::kApply, json_of(R"({"apiVersion":"v1","kind":"ConfigMap",
                                    "metadata":{"name":"m"},"data":{"b":"3"}})")},
              .options = applying}));
  EXPECT_EQ(recorder_.take(), expected);
}

TEST_F(AdmissionOfWrites, SubresourcesAreNamed) {
  cluster_.create_pod("p");
  recorder_.take();
  cluster_.bind("p");
  EXPECT_EQ(recorder_.take(),
            (Lines{"mutate CREATE pods/binding p Binding by system:apiserver",
                   "validate CREATE pods/binding p Binding by system:apiserver"}));
  ASSERT_TRUE(cluster_.registry.patch(
      api::kinds::pod(),
      {.key = {"default", "p"},
       .patch = {client::PatchType::kMerge, json_of(R"({"status":{"phase":"Running"}})")},
       .subresource = "status",
       .options = options_}));
  EXPECT_EQ(recorder_.take(), (Lines{"mutate UPDATE pods/status p Pod with old by ann",
                                     "validate UPDATE pods/status p Pod with old by ann"}));
  ASSERT_TRUE(cluster_.registry.admit_connect(api::kinds::pod(),
                                              {.key = {"default", "p"},
                                               .subresource = "exec",
                                               .object = json_of(R"({"kind":"PodExecOptions"})"),
                                               .by = options_.by}));
  EXPECT_EQ(recorder_.take(), (Lines{"mutate CONNECT pods/exec p PodExecOptions by ann",
                                     "validate CONNECT pods/exec p PodExecOptions by ann"}));
}

TEST_F(AdmissionOfWrites, DeletionShowsWhatGoes) {
  cluster_.create_config_map("m");
  recorder_.take();
  ASSERT_TRUE(cluster_.registry.remove(maps_, {.key = {"default", "m"}, .by = options_.by}));
  EXPECT_EQ(recorder_.take(), (Lines{"mutate DELETE configmaps m ConfigMap by ann",
                                     "validate DELETE configmaps m ConfigMap by ann"}));
}

TEST_F(AdmissionOfWrites, ARefusalChangesNothing) {
  const auto created =
      cluster_.registry.create(maps_, "default", json_of(R"({"metadata":{"name":"bad"}})"));
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message, "configmaps \"bad\" is forbidden: bad");
  EXPECT_FALSE(cluster_.exists(maps_, "bad"));
}

}  // namespace
}  // namespace sluice::registry
