" What a modeller sees in Vim with ALE, and in plain Vim, on the example.
"
"     VTOSCA=$PWD/build/dev/cli/vtosca timeout 1800 \
"         vim -N -i NONE -n -u NONE -es -S tests/editors/vim/run.vim </dev/null
"
" Ends with the line PASSED if all went well; after a mistake in a script, Vim in this mode
" just ends. Exit code 77 if there is no ALE.
set nocompatible nomore hidden encoding=utf-8
let s:here = expand('<sfile>:p:h')
let s:top = fnamemodify(s:here, ':h:h:h')
let s:failures = 0

func! s:Say(text) abort
    call writefile([a:text], '/dev/stderr', 'a')
endfunc

func! s:Check(what, holds, seen) abort
    let s:failures += a:holds ? 0 : 1
    call s:Say((a:holds ? 'ok      ' : 'FAILED  ') . a:what)
    if !a:holds
        call s:Say('        seen: ' . string(a:seen))
    endif
endfunc

" Channels are read while Vim sleeps.
func! s:WaitFor(Condition) abort
    let l:start = reltime()
    while !a:Condition()
        if reltimefloat(reltime(l:start)) > 120
            return 0
        endif
        sleep 20m
    endwhile
    return 1
endfunc

" A copy of the example, so that typing does not change it.
func! s:CopyOfExample() abort
    let l:folder = tempname()
    call mkdir(l:folder, 'p')
    call system('cp -r ' . shellescape(s:top . '/editors/demo') . '/. ' . shellescape(l:folder))
    return l:folder . '/web-shop.yaml'
endfunc

func! s:Problems() abort
    return ale#engine#GetLoclist(bufnr(''))
endfunc

func! s:Errors() abort
    return filter(copy(s:Problems()), {_, item -> item.type ==# 'E'})
endfunc

func! s:Windows() abort
    return join(map(range(1, winnr('$')), {_, w -> join(getbufline(winbufnr(w), 1, '$'), "\n")}), "\n")
endfunc

func! s:OtherFilesAreLeftAlone() abort
    split
    execute 'edit ' . tempname() . '.yaml'
    call setline(1, ['tosca: no', 'tosca_definitions: none'])
    setfiletype yaml
    let l:root = ale_linters#yaml#vtosca#GetProjectRoot(bufnr(''))
    call s:Check('other YAML files have no server', l:root ==# '', l:root)
    call setline(1, repeat(['# a long comment'], 300) + ['"tosca_definitions_version" : tosca_2_0'])
    let l:root = ale_linters#yaml#vtosca#GetProjectRoot(bufnr(''))
    call s:Check('but one with the key below a long comment has', l:root !=# '', l:root)
    bwipeout!
endfunc

" In a project, a type is used by files of other folders.
func! s:TheRootIsThatOfTheProject() abort
    let l:folder = fnamemodify(s:CopyOfExample(), ':h')
    call mkdir(l:folder . '/.git')
    split
    execute 'edit ' . l:folder . '/types/shop.yaml'
    let l:root = ale_linters#yaml#vtosca#GetProjectRoot(bufnr(''))
    call s:Check('the root is that of the project', l:root ==# l:folder, [l:root, l:folder])
    bwipeout!
endfunc

func! s:DiagnosticsFollowTheText() abort
    execute 'edit ' . s:CopyOfExample()
    call ale#Queue(0)
    call s:WaitFor({-> !empty(s:Problems())})
    let l:hints = map(copy(s:Problems()), {_, item -> item.text})
    call s:Check('what is absent in production shows', match(l:hints, '"laptop" is absent') >= 0, l:hints)
    call s:Check('the example has no errors', empty(s:Errors()), s:Errors())

    let l:line = search('on_laptop: {equal:')
    call setline(l:line, substitute(getline(l:line), 'variability_input: environment', 'variability_input: enviroment', ''))
    call ale#Queue(0)
    call s:WaitFor({-> !empty(s:Errors())})
    let l:errors = s:Errors()
    call s:Check('a misspelt input is an error where it is', !empty(l:errors) && l:errors[0].lnum == l:line
    \   && l:errors[0].text =~# 'did you mean "environment"', l:errors)

    undo
    call ale#Queue(0)
    call s:Check('and none once it is corrected', s:WaitFor({-> empty(s:Errors())}), s:Errors())
endfunc

func! s:HoverTellsPresence() abort
    let g:ale_hover_cursor = 0
    let g:ale_hover_to_preview = 1
    call search('^ *mailer:')
    normal! ^
    ALEHover
    call s:WaitFor({-> s:Windows() =~# 'laptop[^\n]*absent'})
    call s:Check('hovering tells presence', s:Windows() =~# 'laptop[^\n]*absent', s:Windows()[-400:])
    pclose
endfunc

func! s:MakeFillsTheQuickfixList() abort
    let l:line = search('on_laptop: {equal:')
    call setline(l:line, substitute(getline(l:line), 'variability_input: environment', 'variability_input: enviroment', ''))
    silent write
    compiler vtosca
    let &l:makeprg = substitute(&l:makeprg, '^vtosca', escape(shellescape($VTOSCA), '\&~'), '')
    set shellpipe=>%s\ 2>&1
    silent make!
    let l:found = filter(getqflist(), {_, item -> item.lnum == l:line && item.type ==? 'e'})
    call s:Check('in plain Vim, :make fills the quickfix list', len(l:found) == 1 && l:found[0].bufnr == bufnr(''), getqflist())
endfunc

func! s:Run() abort
    call s:DiagnosticsFollowTheText()
    call s:HoverTellsPresence()
    call s:OtherFilesAreLeftAlone()
    call s:TheRootIsThatOfTheProject()
    call s:MakeFillsTheQuickfixList()
endfunc

" The set-up that editors/README.md tells to copy.
func! s:SetUp() abort
    let l:guide = readfile(s:top . '/editors/README.md')
    let l:first = index(l:guide, '```vim', index(l:guide, '## Vim with ALE')) + 1
    let l:vimrc = tempname()
    call writefile(map(l:guide[l:first : index(l:guide, '```', l:first) - 1],
    \   {_, line -> substitute(line, '/path/to/vtosca', escape(s:top, '\&~'), '')}), l:vimrc)
    execute 'source ' . l:vimrc
endfunc

if !has('channel') || empty(globpath(&packpath, 'pack/*/*/ale'))
    call s:Say('there is no Vim with channels, or no ALE')
    cquit 77
endif
let g:ale_yaml_vtosca_executable = $VTOSCA
filetype plugin on
call s:SetUp()
runtime! plugin/ale.vim
try
    call s:Run()
catch
    let s:failures += 1
    call s:Say('FAILED  ' . v:exception . ' ' . v:throwpoint)
endtry
call s:Say(s:failures ? 'FAILED: ' . s:failures : 'PASSED')
execute s:failures ? 'cquit 1' : 'qall!'
