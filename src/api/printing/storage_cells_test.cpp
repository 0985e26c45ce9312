// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/printing/cells.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(StorageCells, OfVolumes) {
  const json::Value volume = parse(R"({"spec":{"accessModes":["ReadWriteMany","ReadWriteOnce"],
    "claimRef":{"namespace":"n","name":"c"},"storageClassName":"s"},"status":{"phase":"Bound"}})");
  EXPECT_EQ(volume_access_modes(volume, {}), json::Value("RWO,RWX"));
  EXPECT_EQ(volume_claim(volume, {}), json::Value("n/c"));
  EXPECT_EQ(volume_class(volume, {}), json::Value("s"));
  EXPECT_EQ(phase(volume, {}), json::Value("Bound"));
}

TEST(StorageCells, AClaimShowsItsVolumeOnceItHasOne) {
  const json::Value pending = parse(R"({"spec":{"accessModes":["ReadWriteOnce"]}})");
  EXPECT_EQ(claim_capacity(pending, {}), json::Value(""));
  EXPECT_EQ(claim_access_modes(pending, {}), json::Value(""));
  const json::Value bound = parse(R"({"spec":{"volumeName":"v"},"status":{"capacity":
    {"storage":"1Gi"},"accessModes":["ReadOnlyMany"]}})");
  EXPECT_EQ(claim_capacity(bound, {}), json::Value("1Gi"));
  EXPECT_EQ(claim_access_modes(bound, {}), json::Value("ROX"));
}

TEST(StorageCells, OfClassesAndDrivers) {
  EXPECT_EQ(storage_class_name(parse(R"({"metadata":{"name":"s","annotations":
              {"storageclass.kubernetes.io/is-default-class":"true"}}})"),
                               {}),
            json::Value("s (default)"));
  EXPECT_EQ(driver_audiences(parse("{}"), {}), json::Value("<unset>"));
  EXPECT_EQ(driver_audiences(parse(R"({"spec":{"tokenRequests":[{"audience":"a"}]}})"), {}),
            json::Value("a"));
}

}  // namespace
}  // namespace sluice::api::cells
