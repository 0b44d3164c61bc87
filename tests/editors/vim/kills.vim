" The server is killed while somebody types: ALE starts it anew when more is typed, and what was typed is there, in the
" buffer and at the server, which tells what is wrong with it.
"
"     VTOSCA=$PWD/build/release/cli/vtosca vim -N -i NONE -n -u NONE -es -S tests/editors/vim/kills.vim </dev/null
"
" VTOSCA_KILLS says how often (default 100). Ends with the line PASSED if all went well. Exit code 77 if there is no ALE.
set nocompatible nomore hidden encoding=utf-8
let s:here = expand('<sfile>:p:h')
let s:top = fnamemodify(s:here, ':h:h:h')
let s:kills = str2nr(empty($VTOSCA_KILLS) ? '100' : $VTOSCA_KILLS)

func! s:Say(text) abort
    call writefile([a:text], '/dev/stderr', 'a')
endfunc

func! s:Mistakes() abort
    return map(filter(copy(ale#engine#GetLoclist(bufnr(''))), {_, item -> item.type ==# 'E'}), {_, item -> item.text})
endfunc

" ALE does something. It may speak to a server that is gone meanwhile, or ask for one that it has forgotten.
func! s:Ale(command) abort
    try
        execute a:command
    catch /^Vim\%((\a\+)\)\=:E\(631\|716\)/
    endtry
endfunc

" Channels are read while Vim sleeps. What could not be sent while a server started, ALE sends with a further key.
func! s:WaitFor(what, Condition) abort
    let l:start = reltime()
    let l:looks = 0
    while !a:Condition()
        if reltimefloat(reltime(l:start)) > 120
            throw a:what . ': ' . string({'mistakes': s:Mistakes(), 'server': s:Server(), 'last line': getline('$')})
        endif
        call s:Ale('sleep 20m')
        let l:looks += 1
        if l:looks % 250 == 0
            call s:Ale('call ale#Queue(0)')
        endif
    endwhile
endfunc

" The job of the server that runs, 0 if there is none. It may be a shell that waits for the server.
func! s:Server() abort
    return get(filter(job_info(), {_, job -> job_status(job) ==# 'run'}), 0, 0)
endfunc

func! s:Type(text) abort
    call setline('$', a:text)
    call s:Ale('doautocmd TextChanged')
endfunc

func! s:IsTold(name) abort
    let l:mistakes = s:Mistakes()
    return len(l:mistakes) == 1 && l:mistakes[0] =~# '"' . a:name . '"'
endfunc

func! s:TypeMistake(name) abort
    call s:Type('    ' . a:name . ': 1')
    call s:Ale('call ale#Queue(0)')
    call s:WaitFor(a:name . ' is not told', {-> s:IsTold(a:name)})
endfunc

func! s:Run() abort
    let l:folder = tempname()
    call mkdir(l:folder, 'p')
    call system('cp -r ' . shellescape(s:top . '/editors/demo') . '/. ' . shellescape(l:folder))
    execute 'edit ' . l:folder . '/web-shop.yaml'
    let l:expected = getline(1, '$')
    call append('$', '')
    call s:TypeMistake('first')
    for l:i in range(1, s:kills)
        call s:WaitFor('no server runs', {-> s:Server() isnot 0})
        let l:server = s:Server()
        call s:Type('    mis')
        call job_stop(l:server, 'kill')
        call s:WaitFor('the server does not end', {-> job_status(l:server) !=# 'run'})
        call s:TypeMistake('mistake' . l:i)
        " the server that runs now hears of what is typed from now on
        call s:TypeMistake('again' . l:i)
    endfor
    call add(l:expected, '    again' . s:kills . ': 1')
    if getline(1, '$') !=# l:expected
        throw 'the text is another one: ' . string(getline('$'))
    endif
endfunc

if !has('channel') || empty(globpath(&packpath, 'pack/*/*/ale'))
    call s:Say('there is no Vim with channels, or no ALE')
    cquit 77
endif
packadd! ale
let &runtimepath .= ',' . s:top . '/editors/vim'
let g:ale_linters = {'yaml': ['vtosca']}
let g:ale_yaml_vtosca_executable = $VTOSCA
filetype plugin on
runtime! plugin/ale.vim
let s:result = 'PASSED'
try
    call s:Run()
    call s:Say(s:kills . ' kills, nothing lost')
catch
    let s:result = 'FAILED  ' . v:exception . ' ' . v:throwpoint
endtry
call s:Say(s:result)
execute s:result ==# 'PASSED' ? 'qall!' : 'cquit 1'
