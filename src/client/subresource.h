// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::client {

// What the API calls that part of an object; empty: the object itself.
inline const char* subresource(Part part) {
  switch (part) {
    case Part::kMain:
      return "";
    case Part::kStatus:
      return "status";
    case Part::kScale:
      return "scale";
    case Part::kApproval:
      return "approval";
  }
  return "";
}

}  // namespace sluice::client
