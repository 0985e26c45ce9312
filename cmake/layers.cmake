# sluice_layer(<folder> [USES <folder>...] [LIBRARIES <third party>...] [TESTS_READ_TREE])
# One static library per folder of src/, linking exactly the layers it names, and one test program
# of the folder's *_test.cpp files. New files are picked up without touching CMake.
# A test that reads the source or build tree gets the two paths as definitions; the others do not,
# so that the compiler cache serves them in every checkout.
set(SLUICE_WARNINGS -Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers
    -Werror)

# What every request, event and container passes through is compiled to be fast in a release; the
# others mostly wait, and are compiled to be small.
set(SLUICE_FAST_LAYERS base json cel api store http images ssh slurm client streams remote registry auth
    apiserver runtime containers pod kubelet)

include(cmake/precompiled.cmake)

# The main function of every test program.
if(SLUICE_TESTS)
  add_library(sluice_test_main STATIC ${CMAKE_SOURCE_DIR}/tests/main.cpp)
  target_compile_options(sluice_test_main PRIVATE ${SLUICE_WARNINGS})
  target_link_libraries(sluice_test_main PRIVATE GTest::gtest GTest::gmock)
  sluice_precompile(sluice_test_main)
endif()

function(sluice_layer folder)
  cmake_parse_arguments(LAYER "TESTS_READ_TREE" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "/native_module/")

  if(sources)
    add_library(sluice_${folder} STATIC ${sources})
    set(scope PUBLIC)
    target_compile_options(sluice_${folder} PRIVATE ${SLUICE_WARNINGS})
  else()
    add_library(sluice_${folder} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(sluice_${folder} ${scope} ${CMAKE_SOURCE_DIR}/src)
  foreach(used IN LISTS LAYER_USES)
    target_link_libraries(sluice_${folder} ${scope} sluice_${used})
  endforeach()
  foreach(library IN LISTS LAYER_LIBRARIES)
    target_link_libraries(sluice_${folder} ${scope} sluice_dep_${library})
  endforeach()
  target_link_libraries(sluice_${folder} ${scope} Threads::Threads)
  if(sources)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT folder IN_LIST SLUICE_FAST_LAYERS)
      # So optimised, g++ 12 loses sight of the check before the access to an optional value.
      target_compile_options(sluice_${folder} PRIVATE -Os -Wno-maybe-uninitialized)
    endif()
    sluice_precompile(sluice_${folder})
  endif()

  if(tests AND SLUICE_TESTS)
    add_executable(${folder}_test ${tests})
    target_compile_options(${folder}_test PRIVATE ${SLUICE_WARNINGS})
    if(LAYER_TESTS_READ_TREE)
      target_compile_definitions(${folder}_test PRIVATE
        SLUICE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" SLUICE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    endif()
    target_link_libraries(${folder}_test PRIVATE sluice_${folder} GTest::gtest sluice_test_main
                          GTest::gmock)
    sluice_precompile(${folder}_test)
    add_test(NAME ${folder} COMMAND ${folder}_test --gtest_brief=1)
  endif()
endfunction()
