// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::cmd {

struct VaultOptions {
  std::string address;     // "https://vault:8200"
  std::string token_file;  // read again for every question: an agent renews it
  std::string ca_file;     // who signed its certificate; empty: who this machine trusts
};

}  // namespace sluice::cmd
