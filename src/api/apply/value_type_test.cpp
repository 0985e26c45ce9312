// SPDX-License-Identifier: Apache-2.0
#include "api/apply/value_type.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

using Form = ValueType::Form;

Form form_in_spec(std::string_view field) {
  return pod_type().member("spec").member(field).form();
}

TEST(ValueType, FollowsTheSchema) {
  EXPECT_EQ(pod_type().form(), Form::kObject);
  EXPECT_EQ(form_in_spec("containers"), Form::kList);
  EXPECT_EQ(form_in_spec("hostNetwork"), Form::kLeaf);
  EXPECT_EQ(form_in_spec("overhead"), Form::kMap);
  EXPECT_EQ(pod_type().member("metadata").member("finalizers").form(), Form::kList);
}

TEST(ValueType, AtomicTypesAreLeaves) {
  EXPECT_EQ(form_in_spec("nodeSelector"), Form::kLeaf) << "an atomic map";
  EXPECT_EQ(form_in_spec("tolerations"), Form::kLeaf) << "an atomic list";
  EXPECT_EQ(pod_type().member("spec").member("imagePullSecrets").item().form(), Form::kLeaf)
      << "items of an atomic type";
}

TEST(ValueType, MissingValuesMayStandForEmptyOnes) {
  EXPECT_EQ(*pod_type().implied("status"), document("{}"));
  EXPECT_EQ(*pod_type().member("spec").implied("containers"), json::Value());
  EXPECT_EQ(pod_type().member("spec").implied("volumes"), nullptr);
}

TEST(ValueType, UndescribedValuesAreTakenAsTheyAre) {
  const ValueType type = ValueType::deduced();
  EXPECT_EQ(type.resolved(document(R"({"a":1})")).form(), Form::kMap);
  EXPECT_EQ(type.resolved(document(R"({"a":1})")).member("a").form(), Form::kDeduced);
  EXPECT_EQ(type.resolved(document("[1]")).form(), Form::kLeaf);
}

TEST(ValueType, NamedTypesWithoutDescriptionAreLeaves) {
  const Schema opaque{.name = "RawExtension"};
  EXPECT_EQ(ValueType::of(Field{.type = FieldType::kRaw, .schema = &opaque}).form(), Form::kLeaf);
  EXPECT_EQ(ValueType::of(Field{.type = FieldType::kRaw}).form(), Form::kDeduced);
}

TEST(ValueType, WrappedTypesAreWhatTheyWrap) {
  const Field inner[] = {{.type = FieldType::kString, .shape = Shape::kList, .flags = kListSet}};
  const Schema wrapper{.fields = inner, .wraps = true};
  EXPECT_EQ(ValueType::of(wrapper).form(), Form::kList);
}

TEST(ValueType, ElementsLeadToTheirTypes) {
  EXPECT_TRUE(pod_type().names(PathElement::field("spec")));
  EXPECT_FALSE(pod_type().names(PathElement::field("unknown")));
  EXPECT_EQ(pod_type().at(PathElement::field("spec")).form(), Form::kObject);
  const PathElement key{PathElement::Step::kKey, R"({"name":"a"})"};
  EXPECT_EQ(pod_type().member("spec").member("containers").at(key).form(), Form::kObject);
}

}  // namespace
}  // namespace sluice::api
