# Checks that are part of every build: the layering table and the list of banned calls.
find_package(Python3 COMPONENTS Interpreter REQUIRED)
file(GLOB_RECURSE checked CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/*.h ${CMAKE_SOURCE_DIR}/src/*.cpp)
foreach(check layers banned)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/checked_${check}
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/check_${check}
    COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/checked_${check}
    DEPENDS ${checked} ${CMAKE_SOURCE_DIR}/ARCHITECTURE.md ${CMAKE_SOURCE_DIR}/tools/check_${check}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
  add_custom_target(check_${check} ALL DEPENDS ${CMAKE_BINARY_DIR}/checked_${check})
endforeach()
