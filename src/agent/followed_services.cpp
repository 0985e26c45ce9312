// SPDX-License-Identifier: Apache-2.0
#include "agent/followed_services.h"

#include <algorithm>
#include <optional>

#include "api/meta.h"
#include "base/files.h"
#include "base/log.h"
#include "base/text.h"
#include "json/kept_document.h"
#include "json/text.h"

namespace sluice::agent {
namespace {

// Files that went away come back.
constexpr Duration kInstallAgain = std::chrono::seconds(30);

std::string with_token(const std::string& digest, const std::string& token) {
  return token.empty() ? digest : digest + " " + token;
}

Supervisor::Marks tokens_of(const json::Value& node) {
  Supervisor::Marks tokens;
  for (const json::Member& one : node.at("metadata", "annotations").as_object()) {
    if (one.key.starts_with(kRestartAnnotations)) {
      tokens[one.key.substr(kRestartAnnotations.size())] = one.value.as_string();
    }
  }
  return tokens;
}

}  // namespace

Result<void> FollowedServices::resume() {
  TRY_ASSIGN(const auto kept, json::read_kept(parts_.file));
  if (!kept) {
    return {};
  }
  if (auto graph = services::read_services_object(kept->value.at("object"))) {
    all_ = std::move(*graph);
    kept_ = kept->value.at("object");
  }
  before_ = kept_;
  all_before_ = all_;
  if (const json::Value& before = kept->value.at("before"); before.is_object()) {
    if (auto graph = services::read_services_object(before)) {
      before_ = before;
      all_before_ = std::move(*graph);
    }
  }
  now_.pool = kept->value.at("pool").as_string();
  for (const json::Member& one : kept->value.at("registered").as_object()) {
    now_.says[one.key] = one.value.as_string();
  }
  wanted_ = kept->value.at("wanted").as_string();
  absent_ = kept->value.at("absent").as_bool();
  for (const json::Member& one : kept->value.at("tokens").as_object()) {
    tokens_[one.key] = one.value.as_string();
  }
  saved_ = kept->text;
  // What is to be stopped must be known before anybody asks whether it has.
  if (auto graph = graph_to_run(); graph && !now_.pool.empty()) {
    TRY_ASSIGN(marks_, marks_of(*graph));
    parts_.supervisor.replace(graph->services, marks_);
    installed_ = std::move(*graph);
  }
  return {};
}

Result<Supervisor::Marks> FollowedServices::marks_of(const services::NodeServices& graph) const {
  TRY_ASSIGN(Supervisor::Marks marks, parts_.installation.marks(graph));
  for (auto& [name, mark] : marks) {
    const auto token = tokens_.find(name);
    mark = with_token(mark, token == tokens_.end() ? "" : token->second);
  }
  return marks;
}

Result<void> FollowedServices::step(const client::ObjectPtr& object, const client::ObjectPtr& seen,
                                    bool gone) {
  fault_.clear();
  const client::ObjectPtr node = own(seen);
  const bool taken = take(object);
  look_at_pool(node);
  TRY(look_for_absence(gone, taken));
  if (!absent_ || taken) {
    TRY(follow());
  } else if (!parts_.supervisor.removing()) {
    TRY(parts_.supervisor.remove_all());
  }
  const std::scoped_lock lock(mutex_);
  if (!fault_.empty() && fault_ != view_.fault) {
    log::warning("services", {{"fault", fault_}});
  }
  view_.fault = fault_;
  view_.declared = !absent_ && absence_.message().empty();
  view_.known = !installed_.services.empty();
  view_.pool = now_.pool;
  view_.text_wait = waiting_.empty() ? "" : waiting_ + " waits for its turn to be another one";
  view_.asks = what_to_ask();
  return {};
}

Result<void> FollowedServices::follow() {
  if (all_.services.empty()) {
    return {};
  }
  TRY(change_pool());
  learn_registrations();
  TRY(save());
  if (now_.pool.empty()) {
    return {};
  }
  TRY_ASSIGN(const bool installed, install());
  return absent_ && installed ? start_again() : Result<void>();
}

// Noted before anything is stopped: whoever comes later goes on with it, and asks nobody.
Result<void> FollowedServices::look_for_absence(bool gone, bool taken) {
  const bool to_lose = !absent_ && !all_.services.empty();
  const std::string name = "NodeServices " + api::to_string(api::key(kept_));
  if (absence_.look(gone && to_lose, parts_.clock.steady())) {
    log::warning("nothing is declared any more: services stop", {{"object", name}});
    absent_ = true;
    TRY(save());
  }
  if (absent_ && !taken && fault_.empty()) {
    fault_ = name + " is gone: nothing is declared, and services are stopped";
  } else if (!absence_.message().empty()) {
    fault_ = name + absence_.message();
  }
  return {};
}

// One that has left Slurm meanwhile comes back as any does that has left.
Result<void> FollowedServices::start_again() {
  log::info("services are declared again: they start", {});
  const auto leaving = parts_.detachments.own();
  const bool has_left = leaving && (leaving->progress.phase == detach::Phase::kStopping ||
                                    leaving->progress.phase == detach::Phase::kDetached);
  if (!has_left && parts_.supervisor.removing()) {
    TRY(parts_.supervisor.deploy_all());
  }
  absent_ = false;
  return save();
}

// Whether there is one, and it is good.
bool FollowedServices::take(const client::ObjectPtr& object) {
  if (object == nullptr) {
    return false;
  }
  json::Value copy = json::Object{
      {"kind", "NodeServices"},
      {"metadata", json::Object{{"name", api::name(*object)}, {"namespace", api::ns(*object)}}},
      {"spec", object->at("spec")}};
  if (object == taken_ && copy == kept_) {
    return true;
  }
  auto graph = services::read_services_object(copy);
  if (!graph) {
    fault_ = "NodeServices " + api::to_string(api::key(*object)) + ": " + graph.error().message;
    return false;
  }
  if (copy != kept_) {
    log::info("services are declared", {{"object", api::to_string(api::key(*object))}});
  }
  taken_ = object;
  kept_ = std::move(copy);
  all_ = std::move(*graph);
  return true;
}

client::ObjectPtr FollowedServices::own(const client::ObjectPtr& node) {
  fault_ = node == nullptr ? "" : parts_.whose_node(*node);
  return fault_.empty() ? node : nullptr;
}

void FollowedServices::look_at_pool(const client::ObjectPtr& node) {
  turn_.reset();
  if (node != nullptr) {
    turn_ = turn_of(*node);
    const std::string& said = api::label(*node, kPoolLabel);
    wanted_ = said.empty() ? wanted_ : said;
    // An annotation that is taken off asks for nothing.
    for (const auto& [service, token] : tokens_of(*node)) {
      tokens_[service] = token;
    }
  }
  wanted_ = wanted_.empty() ? parts_.pool : wanted_;
}

Membership FollowedServices::wanted_membership() const {
  // Without pools there is one graph for all, and a name to know that it was taken.
  Membership wanted{.pool = wanted_.empty() ? "all" : wanted_};
  if (const auto graph = services::of_pool(all_, wanted.pool)) {
    wanted.says = services::registrations_of(*graph);
  } else if (wanted.pool == now_.pool) {
    wanted.says = now_.says;  // nobody says another one
  }
  return wanted;
}

void FollowedServices::learn_registrations() {
  if (const auto graph = services::of_pool(all_, now_.pool)) {
    now_.says.merge(services::registrations_of(*graph));
  }
}

// Until it has left, a machine is what it has registered as, whatever is declared; all else is as
// it is declared, so that slurmd is well until the last job has ended.
Result<services::NodeServices> FollowedServices::own_graph(
    const services::NodeServices& all) const {
  TRY_ASSIGN(services::NodeServices graph, services::of_pool(all, now_.pool));
  for (services::Service& service : graph.services) {
    if (const auto said = now_.says.find(service.name); said != now_.says.end()) {
      services::register_as(service, said->second);
    }
  }
  return graph;
}

// As declared, but for what waits for its turn. What does not run may be anything.
Result<services::NodeServices> FollowedServices::graph_to_run() {
  waiting_.clear();
  TRY_ASSIGN(services::NodeServices graph, own_graph(all_));
  if (before_ == kept_ || absent_ || parts_.supervisor.removing() || has_turn()) {
    return graph;
  }
  const auto before = own_graph(all_before_);
  if (!before) {
    return graph;  // its pool is new
  }
  TRY_ASSIGN(const auto marks, parts_.installation.marks(graph));
  TRY_ASSIGN(const auto marks_before, parts_.installation.marks(*before));
  auto held = services::held_back(graph, marks, *before, marks_before);
  if (!held) {
    return graph;
  }
  waiting_ = join(held->waiting, ", ");
  return std::move(held->graph);
}

bool FollowedServices::is_in_turn(const Membership& wanted) const {
  const auto graph = services::of_pool(all_, wanted.pool);
  return wanted.pool == now_.pool && graph &&
         std::any_of(graph->services.begin(), graph->services.end(), [](const auto& service) {
           return !service.in_turn.empty() && !service.registers_as.empty();
         });
}

std::string FollowedServices::word() const {
  const std::string pool = wanted_membership().pool;
  const auto graph = services::of_pool(all_, pool);
  const auto marks = graph ? parts_.installation.marks(*graph)
                           : Result<Supervisor::Marks>(tl::unexpected(graph.error()));
  return marks ? word_for_turn(pool, *graph, *marks) : "";
}

bool FollowedServices::has_turn() const {
  return turn_ && !turn_->given.empty() && turn_->given == word();
}

std::optional<std::string> FollowedServices::what_to_ask() const {
  if (!turn_) {
    return std::nullopt;
  }
  const Membership wanted = wanted_membership();
  const auto leaving = parts_.detachments.own();
  const TurnNeeds needs{
      .service_waits = !waiting_.empty(),
      .has_to_leave = !now_.pool.empty() && !now_.is(wanted) && is_in_turn(wanted),
      .is_kept = leaving && leaving->progress.phase == detach::Phase::kRefused,
      .is_settled = !leaving && !parts_.supervisor.removing() && parts_.supervisor.settled()};
  return !absent_ && needs_turn(needs, *turn_) ? word() : "";
}

Result<void> FollowedServices::change_pool() {
  std::string wait;
  const Membership wanted = wanted_membership();
  for (bool again = true; again;) {
    again = false;
    const auto leaving = parts_.detachments.own();
    const bool in_turn = is_in_turn(wanted);
    const PoolAct act = decide_pool(
        {.wanted = wanted,
         .now = now_,
         .leaving = leaving,
         .may_leave = !in_turn || has_turn(),
         .may_go_on = !in_turn || !turn_ || !turn_->given.empty()});
    if (leaving && !now_.is(wanted)) {
      wait = leaving->progress.message;
    }
    if (const auto graph = services::of_pool(all_, wanted.pool);
        !graph && (act == PoolAct::kSwitch || act == PoolAct::kLeave)) {
      fault_ = "label " + std::string(kPoolLabel) + ": " + graph.error().message;
      break;
    }
    switch (act) {
      case PoolAct::kNothing:
        break;
      case PoolAct::kSwitch:
        log::info("pool", {{"from", now_.pool}, {"to", wanted.pool}});
        now_ = wanted;
        before_ = kept_;
        all_before_ = all_;
        TRY(save());
        TRY(install());
        again = leaving.has_value();
        break;
      case PoolAct::kAwaitTurn:
        wait = "waits for its turn to leave";
        break;
      case PoolAct::kLeave:
        log::info("leaves its pool", {{"from", now_.pool}, {"to", wanted.pool}});
        TRY(parts_.detachments.order(parts_.slurm_node, {}, /*returns=*/true));
        wait = "is to leave";
        break;
      case PoolAct::kGiveUp:
        if (const auto done = parts_.detachments.give_up(parts_.slurm_node);
            !done && done.error().code != Code::kConflict) {
          fault_ = done.error().message;
        }
        break;
      case PoolAct::kTakeBack:
        TRY(parts_.detachments.take_back());
        break;
    }
  }
  const std::scoped_lock lock(mutex_);
  view_.pool_wait = std::move(wait);
  return {};
}

// False: it is not, and the fault says why.
Result<bool> FollowedServices::install() {
  auto graph = graph_to_run();
  if (!graph) {
    fault_ = graph.error().message;  // what runs goes on
    return false;
  }
  if (waiting_.empty() && before_ != kept_) {
    before_ = kept_;  // noted before it is done: a turn that is over is not needed twice
    all_before_ = all_;
    TRY(save());
  }
  TRY_ASSIGN(Supervisor::Marks marks, marks_of(*graph));
  const SteadyTime now = parts_.clock.steady();
  if (marks == marks_ && now < next_install_) {
    return true;
  }
  if (const auto done = parts_.installation.install(*graph, installed_); !done) {
    fault_ = done.error().message;
    return false;
  }
  if (marks != marks_) {
    parts_.supervisor.replace(graph->services, marks);
  }
  installed_ = std::move(*graph);
  marks_ = std::move(marks);
  next_install_ = now + kInstallAgain;
  return true;
}

Result<void> FollowedServices::save() {
  json::Value document = json::Object{
      {"object", kept_}, {"pool", now_.pool}, {"wanted", wanted_}, {"absent", absent_}};
  if (before_ != kept_) {
    document["before"] = before_;
  }
  for (const auto& [name, text] : now_.says) {
    document["registered"][name] = text;
  }
  for (const auto& [name, token] : tokens_) {
    document["tokens"][name] = token;
  }
  std::string text = json::write(document) + "\n";
  if (text != saved_) {
    TRY(write_file_atomic(parts_.file, text));
    saved_ = std::move(text);
  }
  return {};
}

FollowedServices::View FollowedServices::view() const {
  const std::scoped_lock lock(mutex_);
  return view_;
}

std::optional<json::Value> restarted_patch(const json::Value& node, const Supervisor& supervisor) {
  json::Value patch;
  for (const auto& [service, token] : tokens_of(node)) {
    const std::string answer = std::string(kRestartedAnnotations) + service;
    const std::string mark = supervisor.ready_mark(service);
    if (mark.ends_with(" " + token) && api::annotation(node, answer) != token) {
      patch["metadata"]["annotations"][answer] = token;
    }
  }
  return patch.is_null() ? std::nullopt : std::optional(std::move(patch));
}

}  // namespace sluice::agent
