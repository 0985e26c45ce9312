// SPDX-License-Identifier: Apache-2.0
//
// The built-in controllers with a store on disk and a kubelet that only pretends, in one process:
//   bench_controllers job PODS             one Job of so many pods at once, until it is complete
//   bench_controllers scale DEPLOYMENTS    of 20 pods each; ten of them, one after the other, are
//                                          scaled from 10 to 20 pods
// Prints one JSON document.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process_usage.h"
#include "base/timestamp.h"
#include "client/client.h"
#include "controllers/builtin.h"
#include "json/text.h"
#include "must.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace {

using namespace sluice;  // NOLINT: a program of one file
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using std::chrono::milliseconds;

constexpr std::chrono::minutes kPatience{10};
constexpr const char* kNode = "node";
constexpr int kScales = 10;
constexpr int kFew = 10;
constexpr int kMany = 20;

double cpu_seconds() {
  return must(process_usage(), "reading /proc").cpu_seconds;
}

// What controllers ask of the API, and for whom.
class CountingClient final : public client::Client {
 public:
  CountingClient(client::Client& client, std::string name)
      : client_(client), name_(std::move(name)) {}

  struct Counts {
    std::atomic<int> reads = 0;
    std::atomic<int> writes = 0;
    std::atomic<int> reconciles = 0;
    std::atomic<int> of_others = 0;  // any of these that are not about the one that is looked at
  };
  Counts counts;

  // Of whom it is expected: objects whose name begins so.
  void expect(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    name_ = name;
  }
  // The latest of those that were not.
  std::string another() {
    const std::scoped_lock lock(mutex_);
    return another_;
  }
  void reconcile(const api::Key& key) { note(counts.reconciles, key.name); }

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override {
    note(counts.reads, key.name);
    return client_.get(kind, key);
  }
  Result<client::ObjectList> list(const api::Kind& kind,
                                  const client::ListOptions& options) override {
    note(counts.reads, "");
    return client_.list(kind, options);
  }
  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override {
    note(counts.writes, api::name(object));
    return client_.create(kind, object);
  }
  Result<client::ObjectPtr> update(const api::Kind& kind, const client::Object& object,
                                   client::Part part) override {
    note(counts.writes, api::name(object));
    return client_.update(kind, object, part);
  }
  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override {
    note(counts.writes, key.name);
    return client_.patch(kind, key, patch, part);
  }
  Result<void> remove(const api::Kind& kind, const api::Key& key,
                      const client::DeleteOptions& options) override {
    note(counts.writes, key.name);
    return client_.remove(kind, key, options);
  }
  Result<client::ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                               const std::string& subresource,
                                               const client::Object& body) override {
    note(counts.writes, key.name);
    return client_.create_subresource(kind, key, subresource, body);
  }
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind& kind,
                                               const client::WatchOptions& options) override {
    return client_.watch(kind, options);
  }

 private:
  void note(std::atomic<int>& counter, const std::string& name) {
    ++counter;
    const std::scoped_lock lock(mutex_);
    const std::size_t start =
        name.rfind('/') + 1;  // the garbage collector's keys name the kind too
    if (name.compare(start, name_.size(), name_) != 0) {
      ++counts.of_others;
      another_ = name;
    }
  }

  client::Client& client_;
  std::mutex mutex_;
  std::string name_;
  std::string another_;
};

// Does to every pod on a node what `decide` says its kubelet would: a status, or null for nothing.
class TestKubelet final : public runtime::Reconciler {
 public:
  using Decide = json::Value (*)(const client::Object& pod);

  TestKubelet(client::Client& client, runtime::Informer& pods, sluice::Clock& clock, Decide decide)
      : client_(client), pods_(pods), decide_(decide), controller_(options(), *this, clock) {
    controller_.watch(pods_, [this](const runtime::Change& change) {
      const bool work = change.after != nullptr && !decide_(*change.after).is_null();
      return work ? std::vector<api::Key>{api::key(*change.after)} : std::vector<api::Key>{};
    });
  }

  runtime::Runnable& runnable() { return controller_; }

  Result<runtime::Requeue> reconcile(const api::Key& key) override {
    const client::ObjectPtr pod = pods_.get(key);
    json::Value status = pod == nullptr ? json::Value() : decide_(*pod);
    if (!status.is_null()) {
      TRY(client_.patch(api::kinds::pod(), key,
                        {client::PatchType::kMerge, json::Object{{"status", std::move(status)}}},
                        client::Part::kStatus));
    }
    return runtime::Requeue{};
  }

 private:
  static runtime::ControllerOptions options() { return {.name = "kubelet", .workers = 8}; }

  client::Client& client_;
  runtime::Informer& pods_;
  const Decide decide_;
  runtime::Controller controller_;
};

bool is_pending(const client::Object& pod) {
  return !pod.at("spec", "nodeName").as_string().empty() &&
         pod.at("status", "phase").as_string() == "Pending";
}

json::Value finished(const client::Object& pod) {
  if (!is_pending(pod)) {
    return {};
  }
  return json::parse(R"({"phase":"Succeeded","containerStatuses":[{"name":"c","image":"i",
      "imageID":"","ready":false,"restartCount":0,"state":{"terminated":{"exitCode":0}}}]})")
      .value();
}

json::Value ready(const client::Object& pod) {
  if (!is_pending(pod)) {
    return {};
  }
  return json::parse(R"({"phase":"Running","podIP":"10.0.0.1","conditions":[{"type":"Ready",
      "status":"True"}]})")
      .value();
}

// A control plane without its HTTP side.
class Plane {
 public:
  explicit Plane(TestKubelet::Decide kubelet)
      : store_(must(store::open_store(must(store::sqlite_backend(directory_.path() / "store"),
                                           "opening the store")),
                    "opening the store")),
        registry_(*store_, clock_),
        user_(registry_, clock_),
        controllers_client_(registry_, clock_),
        counting_(controllers_client_, ""),
        informers_(counting_, clock_),
        kubelet_(user_, informers_.of(api::kinds::pod()), clock_, kubelet),
        builtin_(counting_, informers_, clock_, options()),
        manager_(clock_) {
    must(registry_.bootstrap(), "preparing the store");
    manager_.add(informers_);
    builtin_.add_to(manager_);
    manager_.add(kubelet_.runnable());
    must(manager_.start(), "starting the controllers");
    create(api::kinds::node(), R"({"metadata":{"name":"node"}})");
    patch(api::kinds::node(), {"", kNode}, R"({"status":{"conditions":[{"type":"Ready",
        "status":"True"}],"capacity":{"cpu":"100k","memory":"1Pi","pods":"100k"},
        "allocatable":{"cpu":"100k","memory":"1Pi","pods":"100k"}}})",
          client::Part::kStatus);
  }
  ~Plane() { must(manager_.stop(kPatience), "stopping"); }

  client::Client& user() { return user_; }
  CountingClient& counting() { return counting_; }

  void create(const api::Kind& kind, const std::string& text) {
    client::Object object = must(json::parse(text), "writing JSON");
    object["apiVersion"] = kind.api_version();
    object["kind"] = kind.kind;
    if (kind.namespaced) {
      object["metadata"]["namespace"] = "default";
    }
    must(user_.create(kind, object), "creating");
  }

  void patch(const api::Kind& kind, const api::Key& key, const std::string& text,
             client::Part part = client::Part::kMain) {
    must(user_.patch(kind, key,
                     {client::PatchType::kMerge, must(json::parse(text), "writing JSON")}, part),
         "patching");
  }

  void await(const api::Kind& kind, const api::Key& key,
             const std::function<bool(const client::Object&)>& test) {
    const auto deadline = Clock::now() + kPatience;
    while (!test(*must(user_.get(kind, key), "reading"))) {
      if (Clock::now() > deadline) {
        die(key.name + " never became as expected");
      }
      std::this_thread::sleep_for(milliseconds(10));
    }
  }

  // Until the controllers have had nothing to do for a while.
  void await_rest() {
    int before = -1;
    const auto sum = [this] { return counting_.counts.reconciles + counting_.counts.writes; };
    for (int now = sum(); now != before; now = sum()) {
      before = now;
      std::this_thread::sleep_for(milliseconds(500));
    }
  }

 private:
  controllers::Builtin::Options options() {
    return {.catalog = &registry_.catalog(),
            .volumes = directory_.path(),
            .node_grace = {.silent = std::chrono::hours(1), .starting = std::chrono::hours(1)},
            .observe = [this](const api::Key& key) { counting_.reconcile(key); }};
  }

  const TemporaryDirectory directory_{"sluice-bench"};
  RealClock clock_;
  const std::unique_ptr<store::Store> store_;
  registry::Registry registry_;
  registry::LocalClient user_;
  registry::LocalClient controllers_client_;
  CountingClient counting_;
  runtime::Informers informers_;
  TestKubelet kubelet_;
  controllers::Builtin builtin_;
  runtime::Manager manager_;
};

const std::string kTemplate =
    R"("spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}])";

// The numbers are right and nothing is left to do.
void check_job(Plane& plane, int pods) {
  const auto job = must(plane.user().get(api::kinds::job(), {"default", "j"}), "reading the job");
  const json::Value& status = job->at("status");
  const auto all = must(plane.user().list(api::kinds::pod(), {.ns = "default"}), "listing");
  const auto held = std::count_if(all.items.begin(), all.items.end(), [](const auto& pod) {
    return !pod->at("metadata", "finalizers").as_array().empty();
  });
  if (status.at("succeeded").as_int() != pods || status.at("failed").as_int() != 0 ||
      !status.at("uncountedTerminatedPods").as_object().empty() || held != 0 ||
      std::ssize(all.items) != pods) {
    die("counted wrongly: " + json::write(status) + ", " + std::to_string(all.items.size()) +
        " pods, " + std::to_string(held) + " of them held");
  }
}

int job(int pods) {
  Plane plane(finished);
  plane.await_rest();
  const double cpu = cpu_seconds();
  const int writes = plane.counting().counts.writes;
  const int reconciles = plane.counting().counts.reconciles;
  const auto start = Clock::now();
  const std::string count = std::to_string(pods);
  plane.create(api::kinds::job(), R"({"metadata":{"name":"j"},"spec":{"parallelism":)" + count +
                                      R"(,"completions":)" + count + R"(,"template":{)" +
                                      kTemplate + R"(,"restartPolicy":"Never"}}}})");
  plane.await(api::kinds::job(), {"default", "j"},
              [](const client::Object& job) { return api::has_condition(job, "Complete"); });
  const json::Object result{
      {"seconds", Seconds(Clock::now() - start).count()},
      {"cpu_seconds", cpu_seconds() - cpu},
      {"writes", plane.counting().counts.writes - writes},
      {"reconciles", plane.counting().counts.reconciles - reconciles},
      {"resident_mib",
       static_cast<double>(must(process_usage(), "reading /proc").resident_bytes) / (1 << 20)}};
  check_job(plane, pods);
  std::cout << json::write(result) << "\n";
  return 0;
}

std::string deployment(int number) {
  return "d-" + std::to_string(number) + "-";
}

bool is_available(const client::Object& deployment) {
  const std::int64_t replicas = deployment.at("spec", "replicas").as_int();
  return deployment.at("status", "availableReplicas").as_int() == replicas &&
         deployment.at("status", "observedGeneration") == deployment.at("metadata", "generation");
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int scale(int deployments) {
  Plane plane(ready);
  for (int i = 0; i < deployments; ++i) {
    const std::string name = deployment(i) + "x";
    const std::string labels = R"({"app":")" + name + R"("})";
    plane.create(api::kinds::deployment(),
                 R"({"metadata":{"name":")" + name + R"("},"spec":{"replicas":)" +
                     std::to_string(i < kScales ? kFew : kMany) + R"(,"selector":{"matchLabels":)" +
                     labels + R"(},"template":{"metadata":{"labels":)" + labels + "}," + kTemplate +
                     "}}}}");
  }
  for (int i = 0; i < deployments; ++i) {
    plane.await(api::kinds::deployment(), {"default", deployment(i) + "x"}, is_available);
  }
  plane.await_rest();
  CountingClient::Counts& counts = plane.counting().counts;
  std::vector<double> seconds;
  const int reads = counts.reads, writes = counts.writes, reconciles = counts.reconciles;
  int of_others = 0;
  for (int i = 0; i < kScales; ++i) {
    plane.counting().expect(deployment(i));
    const double cpu = cpu_seconds();
    const int before = counts.of_others;
    const api::Key key{"default", deployment(i) + "x"};
    plane.patch(api::kinds::deployment(), key, R"({"spec":{"replicas":20}})");
    plane.await(api::kinds::deployment(), key, is_available);
    plane.await_rest();
    seconds.push_back(cpu_seconds() - cpu);
    of_others += counts.of_others - before;
  }
  const auto each = [](int count) { return static_cast<double>(count) / kScales; };
  std::cout << json::write(json::Object{{"cpu_seconds", median(seconds)},
                                        {"reads", each(counts.reads - reads)},
                                        {"writes", each(counts.writes - writes)},
                                        {"reconciles", each(counts.reconciles - reconciles)},
                                        {"of_others", each(of_others)},
                                        {"another", plane.counting().another()}})
            << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc == 3 ? argv[1] : "";
  if (mode != "job" && mode != "scale") {
    die("usage: bench_controllers job PODS | scale DEPLOYMENTS");
  }
  log::set_level(log::Level::kError);
  const int count = std::atoi(argv[2]);
  return mode == "job" ? job(count) : scale(count);
}
