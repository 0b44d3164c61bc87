# Finds libuv and defines the imported target LibUV::LibUV.
find_path(LibUV_INCLUDE_DIR NAMES uv.h)
find_library(LibUV_LIBRARY NAMES uv uv_a)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibUV
	REQUIRED_VARS LibUV_LIBRARY LibUV_INCLUDE_DIR
	REASON_FAILURE_MESSAGE "Install the Debian package libuv1-dev (apt-get install libuv1-dev)")

if(LibUV_FOUND AND NOT TARGET LibUV::LibUV)
	add_library(LibUV::LibUV UNKNOWN IMPORTED)
	set_target_properties(LibUV::LibUV PROPERTIES
		IMPORTED_LOCATION "${LibUV_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${LibUV_INCLUDE_DIR}")
endif()
mark_as_advanced(LibUV_INCLUDE_DIR LibUV_LIBRARY)
