// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "client/client.h"
#include "kubelet/attempt_files.h"
#include "kubelet/volumes/tokens.h"
#include "kubelet/volumes/volume_files.h"
#include "runtime/repeated.h"

namespace sluice::kubelet {

// Writes the files of the pod's volumes into its attempt directory.
Result<void> write_volumes(const std::filesystem::path& attempt_dir, const json::Value& pod,
                           const std::map<std::string, VolumeFiles>& files);

// Keeps config maps, secrets, fields and tokens in the volumes of living pods up to date. What
// cannot be read now stays as it was. One thread of its own.
class VolumeRefresher {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    const AttemptFiles& files;
    Tokens& tokens;
    std::function<std::vector<client::ObjectPtr>()> pods;  // of this node
  };

  VolumeRefresher(Parts parts, Duration interval);

  runtime::Repeated& thread() { return repeated_; }
  void refresh();  // all of them, now

 private:
  void refresh(const client::Object& pod);

  Parts parts_;
  std::map<std::string, std::size_t> shown_;  // by uid: what its files were the last time
  runtime::Repeated repeated_;                // last: its thread uses everything above
};

}  // namespace sluice::kubelet
