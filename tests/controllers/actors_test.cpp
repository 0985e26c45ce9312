// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <set>

#include "registry/admission.h"
#include "world.h"

namespace sluice {
namespace {

// Writes down who creates what.
class Witness final : public registry::Admitter {
 public:
  Result<bool> mutate(registry::Attributes&, registry::Mutations&) const override { return false; }
  Result<void> validate(const registry::Attributes& request) const override {
    const std::scoped_lock lock(mutex_);
    const std::string what = std::string(request.kind.plural) +
                             (request.subresource.empty() ? "" : "/") + request.subresource;
    users_[what].insert(request.user.at("username").as_string());
    return {};
  }

  bool saw(const std::string& user, const std::string& what) const {
    const std::scoped_lock lock(mutex_);
    const auto found = users_.find(what);
    return found != users_.end() && found->second.contains(user);
  }

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::set<std::string>> users_;
};

// In a world without controllers, those that act in their own names.
class Actors : public World {
 protected:
  Actors() : World(Weather::kFair, Names()) {
    registry_.admit_with(witness_);
    manager_.add(informers_);
    builtin_.add_to(manager_);
    EXPECT_TRUE(manager_.start().has_value());
  }
  ~Actors() override { EXPECT_TRUE(manager_.stop(std::chrono::seconds(20)).has_value()); }

  std::unique_ptr<client::Client> act_as(const controllers::Builtin::Actor& actor) {
    return std::make_unique<registry::LocalClient>(registry_, clock_, actor.component,
                                                   json::Object{{"username", actor.user}});
  }

  Witness witness_;
  runtime::Informers informers_{client_, clock_};
  controllers::Builtin builtin_{
      client_, informers_, clock_, {.act_as = [this](const auto& actor) { return act_as(actor); }}};
  runtime::Manager manager_{clock_};
};

TEST_F(Actors, EachControllerWritesInItsOwnName) {
  create_ready_node("n");
  create(api::kinds::deployment(), R"({"metadata":{"name":"d"},"spec":{"replicas":1,
    "selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
    "spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  const auto pods = await_all(api::kinds::pod(), [](const Objects& all) {
    return all.size() == 1 && !all[0]->at("spec", "nodeName").as_string().empty();
  });
  const std::string accounts = "system:serviceaccount:kube-system:";
  EXPECT_TRUE(witness_.saw(accounts + "deployment-controller", "replicasets"));
  EXPECT_TRUE(witness_.saw(accounts + "replicaset-controller", "pods"));
  EXPECT_TRUE(witness_.saw("system:kube-scheduler", "pods/binding"));
  const client::Object pod = get(api::kinds::pod(), api::key(*pods[0]));
  EXPECT_EQ(pod.at("metadata", "managedFields").as_array().at(0).at("manager").as_string(),
            "kube-controller-manager");
}

}  // namespace
}  // namespace sluice
