# Finds minizip and zlib, and defines the imported target MiniZip::MiniZip.
find_path(MiniZip_INCLUDE_DIR NAMES minizip/unzip.h)
find_library(MiniZip_LIBRARY NAMES minizip)
find_library(ZLib_LIBRARY NAMES z)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MiniZip
	REQUIRED_VARS MiniZip_LIBRARY ZLib_LIBRARY MiniZip_INCLUDE_DIR
	REASON_FAILURE_MESSAGE "Install the Debian packages libminizip-dev and zlib1g-dev (apt-get install libminizip-dev zlib1g-dev)")

if(MiniZip_FOUND AND NOT TARGET MiniZip::MiniZip)
	add_library(MiniZip::MiniZip UNKNOWN IMPORTED)
	set_target_properties(MiniZip::MiniZip PROPERTIES
		IMPORTED_LOCATION "${MiniZip_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${MiniZip_INCLUDE_DIR}"
		INTERFACE_LINK_LIBRARIES "${ZLib_LIBRARY}")
endif()
mark_as_advanced(MiniZip_INCLUDE_DIR MiniZip_LIBRARY ZLib_LIBRARY)
