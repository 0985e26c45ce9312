# The definitions of SlurmJob and its connections are files, for kubectl and for the program alike: compiled in as text.
file(GLOB definitions CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/deploy/crds/*.yaml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${definitions})
set(SLUICE_SLURMJOB_DEFINITIONS "")
foreach(definition IN LISTS definitions)
  file(READ ${definition} text)
  string(APPEND SLUICE_SLURMJOB_DEFINITIONS "---\n${text}")
endforeach()
configure_file(${CMAKE_SOURCE_DIR}/src/jobs/definition_text.cpp.in
               ${CMAKE_BINARY_DIR}/generated/definition_text.cpp @ONLY)
target_sources(sluice_jobs PRIVATE ${CMAKE_BINARY_DIR}/generated/definition_text.cpp)
