# The definition of SlurmJob is one file, for kubectl and for the program alike: compiled in as text.
set(definition ${CMAKE_SOURCE_DIR}/deploy/crds/slurmjobs.slurmjob.dev.yaml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${definition})
file(READ ${definition} SLUICE_SLURMJOB_DEFINITION)
configure_file(${CMAKE_SOURCE_DIR}/src/jobs/definition_text.cpp.in
               ${CMAKE_BINARY_DIR}/generated/definition_text.cpp @ONLY)
target_sources(sluice_jobs PRIVATE ${CMAKE_BINARY_DIR}/generated/definition_text.cpp)
