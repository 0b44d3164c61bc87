# What `cpack` makes, by VTOSCA_PACKAGE: a package for Debian (deb), or an archive that is unpacked anywhere (archive).
# See ./dev package.
set(VTOSCA_DEBIAN_DEPENDS "" CACHE STRING
	"What the package for Debian depends on; found out if empty, which needs libraries of this machine")
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
	set(architecture amd64)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
	set(architecture arm64)
else()
	set(architecture ${CMAKE_SYSTEM_PROCESSOR})
endif()
set(CPACK_PACKAGE_NAME vtosca)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The vtosca developers <vtosca@packages.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "language server and command line for variable TOSCA")
set(CPACK_PACKAGE_DESCRIPTION "One TOSCA service template, many deployment variants: vtosca shows for every
element under which variability presets it is present, why, and what goes
wrong where, as Variability4TOSCA defines it. It checks and resolves templates
in a terminal and in continuous integration, runs variability tests, and
serves Neovim, Emacs, Vim, Visual Studio Code and other editors.")
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
	OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
if(VTOSCA_DEBIAN_DEPENDS)
	set(CPACK_DEBIAN_PACKAGE_DEPENDS "${VTOSCA_DEBIAN_DEPENDS}")
else()
	set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
if(CMAKE_CROSSCOMPILING)
	set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${architecture})
endif()
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "neovim, emacs, graphviz")
set(CPACK_ARCHIVE_THREADS 0)
if(VTOSCA_PACKAGE STREQUAL "archive")
	set(CPACK_GENERATOR TGZ)
	set(CPACK_PACKAGING_INSTALL_PREFIX "")
	set(CPACK_PACKAGE_FILE_NAME vtosca-${PROJECT_VERSION}-linux-${architecture})
endif()
# What a package of Debian has besides.
if(VTOSCA_PACKAGE STREQUAL "deb")
	find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
	set(folder ${CMAKE_CURRENT_BINARY_DIR}/packaging)
	file(MAKE_DIRECTORY ${folder})
	add_custom_command(OUTPUT ${folder}/changelog.gz
		COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/changelog.py
			${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_VERSION} > ${folder}/changelog
		COMMAND gzip -9nc ${folder}/changelog > ${folder}/changelog.gz
		DEPENDS ${CMAKE_CURRENT_LIST_DIR}/changelog.py ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM)
	add_custom_target(changelog ALL DEPENDS ${folder}/changelog.gz)
	install(FILES ${folder}/changelog.gz packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
	install(FILES packaging/lintian-overrides RENAME vtosca
		DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides)
else()
	install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
# What is linked into the program: what its authors say about copying, where Debian's packages have it.
if(VTOSCA_PACKAGE STREQUAL "archive")
	foreach(library libyaml=libyaml-dev json-c=libjson-c-dev libuv=libuv1-dev picosat=picosat zlib=zlib1g-dev
			minizip=libminizip-dev glibc=libc6-dev)
		string(REPLACE "=" ";" pair ${library})
		list(GET pair 0 name)
		list(GET pair 1 package)
		if(EXISTS /usr/share/doc/${package}/copyright)
			install(FILES /usr/share/doc/${package}/copyright RENAME ${name}
				DESTINATION ${CMAKE_INSTALL_DOCDIR}/licenses)
		else()
			message(WARNING "the archive will lack the terms of ${name}, as ${package} does not have them")
		endif()
	endforeach()
endif()
include(CPack)
