// SPDX-License-Identifier: Apache-2.0
#include "api/forms/form.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

TEST(Form, MostKindsAreStoredAsTheyAre) {
  EXPECT_EQ(&stored_kind(kinds::pod()), &kinds::pod());
  const json::Value pod = json::Object{{"apiVersion", "v1"}, {"kind", "Pod"}};
  EXPECT_EQ(to_stored_form(kinds::pod(), pod), pod);
  EXPECT_EQ(from_stored_form(kinds::pod(), pod), pod);
}

TEST(Form, EveryFormIsOfAKindThatIsStored) {
  int forms = 0;
  for (const Kind& kind : builtin_kinds()) {
    const Kind& stored = stored_kind(kind);
    EXPECT_EQ(stored.form, nullptr);
    EXPECT_EQ(stored.plural, kind.plural);
    EXPECT_EQ(stored.namespaced, kind.namespaced);
    forms += kind.form == nullptr ? 0 : 1;
  }
  EXPECT_EQ(forms, 2);
}

}  // namespace
}  // namespace sluice::api
