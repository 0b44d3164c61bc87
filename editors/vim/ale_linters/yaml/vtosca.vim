" vtosca for ALE: the language server for YAML files that have a tosca_definitions_version.
"
"   g:ale_yaml_vtosca_executable    the program, by default "vtosca"
"   g:ale_yaml_vtosca_options       initialization options, e.g. {'activeVariant': 'production'}

call ale#Set('yaml_vtosca_executable', 'vtosca')
call ale#Set('yaml_vtosca_options', {})

" The folder of the project, as a type is used by templates in other folders, too.
function! s:ProjectOf(folder) abort
    for l:marker in ['.git', 'TOSCA.meta', 'config.yaml']
        let l:place = a:folder

        while 1
            if !empty(getftype(l:place . '/' . l:marker))
                return l:place
            endif

            if l:place ==# fnamemodify(l:place, ':h')
                break
            endif

            let l:place = fnamemodify(l:place, ':h')
        endwhile
    endfor

    return a:folder
endfunction

" Without a root, ALE starts nothing: other YAML files are none of our business.
function! ale_linters#yaml#vtosca#GetProjectRoot(buffer) abort
    let l:lines = getbufline(a:buffer, 1, '$')

    return match(l:lines, '^\s*["'']\?tosca_definitions_version["'']\?\s*:') >= 0
    \   ? s:ProjectOf(fnamemodify(bufname(a:buffer), ':p:h'))
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
