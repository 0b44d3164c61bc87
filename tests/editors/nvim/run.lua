--- What a modeller sees in Neovim, on the example.
---
---     VTOSCA=build/dev/cli/vtosca timeout 120 nvim --headless --clean -c 'luafile tests/editors/nvim/run.lua'
---
--- Exit code 0 if all went well, else 1.
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local top = vim.fn.fnamemodify(here .. '/../../..', ':p'):gsub('/$', '')
package.path = here .. '/?.lua;' .. package.path
local editor = require('editor')

local failures = 0

local function say(text)
    io.stdout:write(text .. '\n')
    io.stdout:flush()
end

local function check(what, holds, seen)
    if holds then
        say('ok      ' .. what)
    else
        failures = failures + 1
        say('FAILED  ' .. what .. '\n        seen: ' .. vim.inspect(seen))
    end
end

--- A copy of the example, so that typing does not change it.
local function copy_of_example()
    local folder = vim.fn.tempname()
    vim.fn.mkdir(folder, 'p')
    vim.fn.system({ 'cp', '-r', top .. '/editors/demo/.', folder })
    return folder .. '/web-shop.yaml'
end

--- The mark of a variant in a hover's table: in the row that begins with its name.
local function mark_of(text, variant)
    for line in text:gmatch('[^\n]+') do
        if line:match('^[|%s]*(%w+)') == variant then
            return line:match('✓') or line:match('✗') or line:match('present') or line:match('absent')
        end
    end
end

local function is_present(text, variant)
    local mark = mark_of(text, variant)
    return mark == '✓' or mark == 'present'
end

local function is_absent(text, variant)
    local mark = mark_of(text, variant)
    return mark == '✗' or mark == 'absent'
end

local function hint_on(diagnostics, line)
    for _, diagnostic in ipairs(diagnostics) do
        if diagnostic.line == line and diagnostic.severity == vim.diagnostic.severity.HINT then
            return true
        end
    end
    return false
end

local function errors_in(diagnostics)
    return vim.tbl_filter(function(diagnostic)
        return diagnostic.severity == vim.diagnostic.severity.ERROR
    end, diagnostics)
end

local function opens_the_example(child)
    child:command('set runtimepath+=' .. top .. '/editors/nvim')
    child:command('runtime plugin/vtosca.lua')
    child:lua([[require('vtosca').setup({ cmd = { ..., 'lsp' } })]], vim.fn.fnamemodify(os.getenv('VTOSCA'), ':p'))
    child:command('edit ' .. copy_of_example())
    child:lua([[vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'; vim.bo.indentexpr = '']])
    local _, attached = child:wait_for(function()
        return child:lua([[return #vim.tbl_values(vim.lsp.buf_get_clients(0))]])
    end, function(count)
        return count == 1
    end)
    check('the server is attached to a TOSCA file', attached)
end

--- On a laptop, the first preset, there is no cluster.
local function shows_what_is_absent(child)
    local cluster = child:line_of('^        cluster:')
    local diagnostics, seen = child:wait_for(function()
        return child:diagnostics()
    end, function(diagnostics)
        return hint_on(diagnostics, cluster)
    end)
    check('an absent node is marked', seen, diagnostics)
    check('the example has no error', #errors_in(diagnostics) == 0, errors_in(diagnostics))
    check('a present node is not marked', not hint_on(diagnostics, (child:line_of('^        storefront:'))), diagnostics)
end

local function shows_presence_when_hovering(child)
    child:go_to('^        backup_storage:')
    local text = child:hover(function(text)
        return is_present(text, 'production') and is_absent(text, 'staging')
    end)
    check('hovering shows where a node is present', is_present(text, 'production') and is_present(text, 'peak'), text)
    check('and where it is absent', is_absent(text, 'laptop') and is_absent(text, 'staging'), text)
end

local function reports_a_mistake(child)
    child:go_to('^        backup_storage:')
    child:keys('joconditions: {variability_input: reveiws}<Esc>')
    local line = child:line_of('reveiws')
    local diagnostics, seen = child:wait_for(function()
        return child:diagnostics()
    end, function(diagnostics)
        return #errors_in(diagnostics) > 0 and errors_in(diagnostics)[1].line == line
    end)
    check('an unknown variability input is an error where it stands', seen, diagnostics)
end

local function completes_a_condition(child)
    child:keys('ccconditions: {variability_input: rev<C-x><C-o>')
    local words, seen = child:wait_for(function()
        return child:menu()
    end, function(words)
        return vim.tbl_contains(words, 'reviews')
    end)
    check('completion offers the variability input', seen, words)
    child:keys('<C-y>}<Esc>')
    local line, inserted = child:wait_for(function()
        return child:lua([[return vim.api.nvim_get_current_line()]])
    end, function(line)
        return vim.trim(line) == 'conditions: {variability_input: reviews}'
    end)
    check('and inserts it', inserted, line)
end

--- Reviews are off on peak days, so now are backups.
local function presence_follows_the_edit(child)
    local diagnostics, seen = child:wait_for(function()
        return child:diagnostics()
    end, function(diagnostics)
        return #errors_in(diagnostics) == 0
    end)
    check('the mistake is gone', seen, diagnostics)
    child:go_to('^        backup_storage:')
    local text = child:hover(function(text)
        return is_absent(text, 'peak')
    end)
    check('the presence has changed', is_absent(text, 'peak') and is_present(text, 'production'), text)
end

local child
local fine, problem = xpcall(function()
    child = editor.start()
    opens_the_example(child)
    shows_what_is_absent(child)
    shows_presence_when_hovering(child)
    reports_a_mistake(child)
    completes_a_condition(child)
    presence_follows_the_edit(child)
    check('the editor and the server end', child:quit())
end, debug.traceback)
if not fine then
    check('no step stops the test', false, problem)
    if child then
        pcall(vim.fn.jobstop, child.channel)
    end
end
vim.cmd(failures == 0 and 'qall!' or 'cquit 1')
