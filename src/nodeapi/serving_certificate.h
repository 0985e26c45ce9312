// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "http/certificates.h"
#include "runtime/repeated.h"

namespace sluice::nodeapi {

struct ServingOptions {
  std::string node_name;
  std::vector<std::string> dns_names;
  std::vector<std::string> ip_addresses;
  std::filesystem::path directory;  // keeps key and certificate (0600) for the next start
  Duration interval = std::chrono::seconds(5);
};

// The certificate of a kubelet's endpoints, signed by its cluster: asks for one with a
// CertificateSigningRequest (kubernetes.io/kubelet-serving), waits until somebody approves it, and
// asks for the next when four fifths of its time are over. Until the first is there, one that
// nobody vouches for serves. Never gives up. Thread-safe after start().
class ServingCertificate {
 public:
  using OnRenewal = std::function<Result<void>(const http::Credential&)>;
  ServingCertificate(ServingOptions options, client::Client& client, Clock& clock,
                     OnRenewal on_renewal);

  // What to begin with: the one kept from last time, else one that nobody vouches for.
  Result<http::Credential> first();

  // One look: asks, or sees whether the answer is there.
  Result<void> look();
  runtime::Runnable& thread() { return thread_; }

 private:
  struct Pending {
    std::string name;  // of the request in the API
    std::string key_pem;
  };

  Result<void> ask();
  Result<void> await();
  Result<void> take(const http::Credential& credential);
  http::ServerIdentity identity() const;
  std::filesystem::path kept() const;
  void plan_renewal(const std::string& certificate_pem);

  const ServingOptions options_;
  client::Client& client_;
  Clock& clock_;
  const OnRenewal on_renewal_;
  std::optional<Pending> pending_;
  std::optional<WallTime> renew_at_;  // nothing: no signed one yet
  runtime::Repeated thread_;
};

}  // namespace sluice::nodeapi
