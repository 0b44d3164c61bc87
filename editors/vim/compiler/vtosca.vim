" vtosca without any plugin: `:compiler vtosca`, then `:make` fills the quickfix list.

if exists('current_compiler')
    finish
endif
let current_compiler = 'vtosca'

CompilerSet makeprg=vtosca\ check\ %:S
CompilerSet errorformat=
    \%f:%l:%c:\ %trror:\ %m,
    \%f:%l:%c:\ %tarning:\ %m,
    \%f:%l:%c:\ %tnformation:\ %m,
    \%f:%l:%c:\ hin%t:\ %m,
    \\ \ %f:%l:%c:\ %m,
    \%-G%.%#
