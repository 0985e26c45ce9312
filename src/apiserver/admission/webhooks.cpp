// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/webhooks.h"

#include <latch>
#include <utility>

#include "apiserver/admission/review.h"
#include "base/log.h"
#include "json/patch.h"
#include "json/text.h"
#include "registry/intake.h"

namespace sluice::apiserver {

namespace {

using registry::Attributes;
using registry::Mutations;

// Where in its round a mutating webhook stands.
struct Turn {
  int round = 0;
  std::size_t index = 0;

  std::string suffix() const {
    return "round_" + std::to_string(round) + "_index_" + std::to_string(index);
  }
};

void note(const Attributes& request, const WebhookAnswer& answer) {
  for (const std::string& warning : answer.warnings) {
    request.warn(warning);
  }
  for (const auto& [name, value] : answer.annotations) {
    request.annotate(name, value);
  }
}

// The error a webhook's answer means for the request; a failure that may be ignored is none.
Result<void> judge(const Webhook& webhook, const WebhookAnswer& answer, const Attributes& request,
                   const std::string& failed_open) {
  if (answer.refusal) {
    return tl::unexpected(*answer.refusal);
  }
  if (!answer.failure) {
    return {};
  }
  if (!webhook.ignore_failures) {
    return tl::unexpected(failed_call(webhook, *answer.failure));
  }
  log::warning("a webhook failed and is ignored",
               {{"webhook", webhook.name}, {"error", answer.failure->message}});
  request.annotate(failed_open, webhook.name);
  return {};
}

Error internal(const std::string& why) {
  return {Code::kInternal, "Internal error occurred: " + why};
}

// Back into the form of the kind: typed, known fields only, with defaults.
Result<bool> apply_patch(const Webhook& webhook, const json::Value& patch, const api::Kind& kind,
                         RequestView& view) {
  if (patch.as_array().empty()) {
    return false;
  }
  TRY_ASSIGN(const VersionedObjects objects, view.in(kind));
  if (objects.object == nullptr) {
    return tl::unexpected(
        internal("admission webhook \"" + webhook.name +
                 "\" attempted to modify the object, which is not supported for this operation"));
  }
  auto patched = json::json_patch(*objects.object, patch);
  if (!patched) {
    return tl::unexpected(internal(patched.error().message));
  }
  const bool own_kind = patched->at("kind").as_string() == kind.kind;
  if (own_kind) {
    const auto taken =
        registry::take_in(kind, *patched, {.field_validation = registry::FieldValidation::kIgnore});
    if (!taken) {
      return tl::unexpected(internal(taken.error().message));
    }
  }
  if (*patched == *objects.object) {
    return false;
  }
  TRY(view.change_object(kind, std::move(*patched)));
  return true;
}

void note_mutation(const Webhook& webhook, const Attributes& request, const Turn& turn,
                   bool mutated) {
  request.annotate("mutation.webhook.admission.k8s.io/" + turn.suffix(),
                   json::write(json::Object{{"configuration", webhook.configuration},
                                            {"webhook", webhook.name},
                                            {"mutated", mutated}}));
}

Result<bool> call_mutating(const Webhook& webhook, const api::Kind& kind, RequestView& view,
                           const Turn& turn, const PostReview& post) {
  TRY_ASSIGN(const VersionedObjects objects, view.in(kind));
  const WebhookAnswer answer = ask({webhook, admission_request(view, kind), objects,
                                    view.request().bounded(webhook.timeout)},
                                   post);
  note(view.request(), answer);
  TRY(judge(webhook, answer, view.request(),
            "failed-open.mutation.webhook.admission.k8s.io/" + turn.suffix()));
  TRY_ASSIGN(const bool changed, apply_patch(webhook, answer.patch, kind, view));
  note_mutation(webhook, view.request(), turn, changed);
  return changed;
}

// A validating webhook to be called.
struct Pending {
  WebhookQuestion question;
  WebhookAnswer answer = {};
};

void ask_all(std::vector<Pending>& calls, const WebhookTools& tools) {
  const WorkerPool::Away away;  // also while only the helpers wait
  std::latch left(static_cast<std::ptrdiff_t>(calls.size()));
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto work = [&call = calls[i], &tools, &left] {
      call.answer = ask(call.question, tools.post);
      left.count_down();
    };
    const bool last = i + 1 == calls.size();
    if (last || !tools.helpers.submit(work)) {
      work();
    }
  }
  left.wait();
}

}  // namespace

Result<bool> mutate_by_webhooks(const WebhookList& webhooks, Attributes& request,
                                Mutations& mutations, const WebhookTools& tools) {
  // Rules that ran in between may have changed the object too.
  bool call_again =
      mutations.again && request.object != nullptr && !(*request.object == mutations.outcome);
  bool changed_any = false;
  std::set<std::string> waiting = std::exchange(mutations.due, {});
  RequestView view(request, tools.registry);
  for (std::size_t i = 0; i < webhooks.size(); ++i) {
    const Webhook& webhook = *webhooks[i];
    TRY_ASSIGN(const api::KindPtr kind, wanted_by(webhook, view, tools.rbac));
    const bool again = waiting.count(webhook.id()) != 0 ||
                       (call_again && mutations.called.count(webhook.id()) != 0);
    if (kind == nullptr || (mutations.again && !again)) {
      continue;
    }
    TRY_ASSIGN(const bool changed,
               call_mutating(webhook, *kind, view, {mutations.again ? 1 : 0, i}, tools.post));
    if (changed) {
      changed_any = true;
      mutations.due.insert(mutations.called.begin(), mutations.called.end());
    }
    if (webhook.reinvoke) {
      mutations.called.insert(webhook.id());
    }
  }
  if (request.object != nullptr && changed_any) {
    mutations.outcome = *request.object;
  }
  return changed_any;
}

Result<void> validate_by_webhooks(const WebhookList& webhooks, const Attributes& request,
                                  const WebhookTools& tools) {
  RequestView view(request, tools.registry);
  std::vector<Pending> calls;
  for (const auto& webhook : webhooks) {
    TRY_ASSIGN(const api::KindPtr kind, wanted_by(*webhook, view, tools.rbac));
    if (kind != nullptr) {
      TRY_ASSIGN(const VersionedObjects objects, view.in(*kind));
      calls.push_back({{*webhook, admission_request(view, *kind), objects,
                        request.bounded(webhook->timeout)}});
    }
  }
  if (calls.empty()) {
    return {};
  }
  ask_all(calls, tools);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    note(request, calls[i].answer);
  }
  for (std::size_t i = 0; i < calls.size(); ++i) {
    TRY(judge(calls[i].question.webhook, calls[i].answer, request,
              "failed-open.validating.webhook.admission.k8s.io/" + Turn{0, i}.suffix()));
  }
  return {};
}

}  // namespace sluice::apiserver
