// SPDX-License-Identifier: Apache-2.0
#include "pod/probes.h"

#include "base/earliest.h"

namespace sluice::pod {
namespace {

// Nobody listens in the instant of the start: without an initial delay the first look is taken a
// second later, and the first that could kill a period later, as upstream's ticker has it.
Duration first_look(ProbeKind kind, const ProbeSpec& spec) {
  using std::chrono::seconds;
  if (spec.initial_delay_seconds > 0) {
    return seconds(spec.initial_delay_seconds);
  }
  return kind == ProbeKind::kLiveness ? seconds(spec.period_seconds) : seconds(1);
}

}  // namespace

std::string_view to_string(ProbeKind kind) {
  constexpr std::array<std::string_view, 3> kNames{"Startup", "Liveness", "Readiness"};
  return kNames[static_cast<std::size_t>(kind)];
}

void Probes::begin(SteadyTime now) {
  running_ = true;
  killing_ = true;
  const std::array<const std::optional<ProbeSpec>*, 3> specs{
      &lifecycle_.startup, &lifecycle_.liveness, &lifecycle_.readiness};
  for (const ProbeKind kind : kProbeKinds) {
    const auto& spec = *specs[static_cast<std::size_t>(kind)];
    at(kind).reset();
    if (spec) {
      at(kind).emplace(*spec, now + first_look(kind, *spec));
    }
  }
}

void Probes::end() {
  running_ = false;
  probers_ = {};
}

std::optional<SteadyTime> Probes::due_time(ProbeKind kind) const {
  if (!running_ || !at(kind) || killer()) {
    return std::nullopt;
  }
  const bool wanted = kind == ProbeKind::kReadiness  ? up()
                      : kind == ProbeKind::kLiveness ? up() && killing_
                                                     : !up() && killing_;
  return wanted ? at(kind)->due() : std::nullopt;
}

std::optional<ProbeKind> Probes::due(SteadyTime now) const {
  for (const ProbeKind kind : kProbeKinds) {
    const auto time = due_time(kind);
    if (time && *time <= now) {
      return kind;
    }
  }
  return std::nullopt;
}

std::optional<SteadyTime> Probes::next() const {
  std::optional<SteadyTime> next;
  for (const ProbeKind kind : kProbeKinds) {
    next = earlier(next, due_time(kind));
  }
  return next;
}

void Probes::ended(ProbeKind kind, Outcome outcome, SteadyTime now) {
  if (at(kind)) {
    at(kind)->ended(outcome, now);
  }
}

bool Probes::up() const {
  const Slot& startup = at(ProbeKind::kStartup);
  return running_ && (!startup || startup->verdict() == Prober::Verdict::kSuccess);
}

bool Probes::ready() const {
  const Slot& readiness = at(ProbeKind::kReadiness);
  return up() && (!readiness || readiness->verdict() == Prober::Verdict::kSuccess);
}

std::optional<ProbeKind> Probes::killer() const {
  for (const ProbeKind kind : {ProbeKind::kStartup, ProbeKind::kLiveness}) {
    if (killing_ && at(kind) && at(kind)->verdict() == Prober::Verdict::kFailure) {
      return kind;
    }
  }
  return std::nullopt;
}

}  // namespace sluice::pod
