" vtosca for ALE: the language server for YAML files that have a tosca_definitions_version.
"
"   g:ale_yaml_vtosca_executable    the program, by default "vtosca"
"   g:ale_yaml_vtosca_options       initialization options, e.g. {'activeVariant': 'production'}

call ale#Set('yaml_vtosca_executable', 'vtosca')
call ale#Set('yaml_vtosca_options', {})

" Without a root, ALE starts nothing: other YAML files are none of our business.
function! ale_linters#yaml#vtosca#GetProjectRoot(buffer) abort
    let l:lines = getbufline(a:buffer, 1, 200)

    return match(l:lines, '^tosca_definitions_version\s*:') >= 0
    \   ? fnamemodify(bufname(a:buffer), ':p:h')
    \   : ''
endfunction

call ale#linter#Define('yaml', {
\   'name': 'vtosca',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'yaml_vtosca_executable')},
\   'command': '%e lsp',
\   'project_root': function('ale_linters#yaml#vtosca#GetProjectRoot'),
\   'initialization_options': {buffer -> ale#Var(buffer, 'yaml_vtosca_options')},
\})
