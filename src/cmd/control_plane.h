// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "cmd/home.h"
#include "cmd/identity.h"
#include "cmd/up_options.h"

namespace sluice::cmd {

// The whole of `sluice up` in one process, wired together: store, registry, API server, controllers
// and kubelet. One thread starts and stops it.
class ControlPlane {
 public:
  // Returns when the API answers and the virtual node is registered. Fails without side effects
  // beyond the home; the error says what was looked for and how to proceed.
  static Result<std::unique_ptr<ControlPlane>> start(const UpOptions& options, const Home& home,
                                                     Identity identity, Clock& clock);
  ~ControlPlane();
  ControlPlane(const ControlPlane&) = delete;
  ControlPlane& operator=(const ControlPlane&) = delete;

  // "https://127.0.0.1:41234"
  const std::string& url() const;

  // Ends requests, watches, controllers and kubelet, in that order; pods go on. Timeout: some part
  // did not end, and the process should.
  Result<void> stop();

 private:
  struct Parts;
  static Result<void> open_state(Parts& parts, const UpOptions& options, const Home& home,
                                 const Identity& identity);
  static Result<void> wire_reconcilers(Parts& parts, const UpOptions& options, const Home& home,
                                       const Identity& identity);
  static Result<void> wire_kubelets(Parts& parts, const UpOptions& options, const Home& home,
                                    const Identity& identity);
  static Result<void> wire_clusters(Parts& parts);
  static Result<void> wire_jobs(Parts& parts, const UpOptions& options);
  explicit ControlPlane(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace sluice::cmd
