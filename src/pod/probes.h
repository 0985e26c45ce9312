// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "pod/prober.h"

namespace sluice::pod {

enum class ProbeKind : std::size_t { kStartup, kLiveness, kReadiness };
inline constexpr std::array<ProbeKind, 3> kProbeKinds{ProbeKind::kStartup, ProbeKind::kLiveness,
                                                      ProbeKind::kReadiness};
std::string_view to_string(ProbeKind kind);  // "Startup", "Liveness", "Readiness"

// The probes of a container through all its runs: which is due, whether the container is up and
// ready, whether it has to be killed. Until the startup probe has succeeded the others wait. No
// side effects.
class Probes {
 public:
  explicit Probes(const Lifecycle& lifecycle) : lifecycle_(lifecycle) {}  // which outlives it

  void begin(SteadyTime now);  // the container runs
  void end();                  // it does not

  // The container is being ended anyway: from now on only its readiness matters.
  void stop_killing() { killing_ = false; }

  // A check to begin, if any is due.
  std::optional<ProbeKind> due(SteadyTime now) const;
  std::optional<SteadyTime> next() const;
  const ProbeSpec& spec(ProbeKind kind) const { return at(kind)->spec(); }

  void began(ProbeKind kind, SteadyTime now) { at(kind)->began(now); }
  void ended(ProbeKind kind, Outcome outcome, SteadyTime now);

  bool up() const;
  bool ready() const;
  std::optional<ProbeKind> killer() const;  // the probe whose failure ends the run

 private:
  using Slot = std::optional<Prober>;
  const Slot& at(ProbeKind kind) const { return probers_[static_cast<std::size_t>(kind)]; }
  Slot& at(ProbeKind kind) { return probers_[static_cast<std::size_t>(kind)]; }
  std::optional<SteadyTime> due_time(ProbeKind kind) const;

  const Lifecycle& lifecycle_;
  bool running_ = false;
  bool killing_ = true;
  std::array<Slot, 3> probers_;
};

}  // namespace sluice::pod
