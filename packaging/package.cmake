# What `cpack` makes: a package for Debian, or an archive that is unpacked anywhere. See ./dev package.
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
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "neovim, emacs, graphviz")
set(CPACK_ARCHIVE_THREADS 0)
if(VTOSCA_STATIC)
	set(CPACK_GENERATOR TGZ)
	set(CPACK_PACKAGING_INSTALL_PREFIX "")
	set(CPACK_PACKAGE_FILE_NAME vtosca-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
endif()
# What a package of Debian has besides.
if(NOT VTOSCA_STATIC AND VTOSCA_PACKAGE)
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
include(CPack)
