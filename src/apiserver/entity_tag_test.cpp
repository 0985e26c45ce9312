// SPDX-License-Identifier: Apache-2.0
#include "apiserver/entity_tag.h"

#include <gtest/gtest.h>

#include "http/digest.h"

namespace sluice::apiserver {
namespace {

TEST(EntityTag, AClientThatHasTheVersionGetsNoBody) {
  http::Request request;
  http::Response first;
  first.body = "text";
  first = tagged(request, std::move(first));
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.headers.get("ETag"), "\"" + http::sha512("text") + "\"");
  request.headers.add("If-None-Match", std::string(first.headers.get("ETag")));
  http::Response second;
  second.body = "text";
  second = tagged(request, std::move(second));
  EXPECT_EQ(second.status, 304);
  EXPECT_EQ(second.body, "");
  http::Response changed;
  changed.body = "other";
  EXPECT_EQ(tagged(request, std::move(changed)).status, 200);
}

}  // namespace
}  // namespace sluice::apiserver
