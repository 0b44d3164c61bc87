--- What a modeller sees in Neovim, on the example.
---
---     VTOSCA=build/dev/cli/vtosca timeout 1800 nvim --headless --clean -c 'luafile tests/editors/nvim/run.lua'
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

--- The mark of a variant in a hover's table: in the row that begins with its name, maybe among others.
local function mark_of(text, variant)
    for line in text:gmatch('[^\n]+') do
        for _, mark in ipairs({ '✓', '✗', 'present', 'absent' }) do
            local place = line:find(mark, 1, true)
            if place and line:sub(1, place - 1):find('%f[%w]' .. variant .. '%f[%W]') then
                return mark
            end
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

local function errors_in(diagnostics)
    return vim.tbl_filter(function(diagnostic)
        return diagnostic.severity == vim.diagnostic.severity.ERROR
    end, diagnostics)
end

--- The set-up that the README has for Neovim, with the path of this checkout filled in.
local function snippet_of_readme()
    local file = assert(io.open(top .. '/README.md'))
    local readme = file:read('*a')
    file:close()
    local snippet = readme:match('%*%*Neovim%*%*.-\n```lua\n(.-)```\n')
    return vim.split((snippet:gsub('/path/to/vtosca', top)), '\n')
end

--- A home as a newcomer leaves it: the README's lines in `init.lua`, and vtosca in the path.
local function newcomer()
    local home = vim.fn.tempname()
    vim.fn.mkdir(home .. '/.config/nvim', 'p')
    vim.fn.mkdir(home .. '/bin', 'p')
    vim.fn.writefile(snippet_of_readme(), home .. '/.config/nvim/init.lua')
    assert(vim.loop.fs_symlink(vim.fn.fnamemodify(os.getenv('VTOSCA'), ':p'), home .. '/bin/vtosca'))
    return {
        HOME = home,
        XDG_CONFIG_HOME = home .. '/.config',
        XDG_DATA_HOME = home .. '/.local/share',
        XDG_CACHE_HOME = home .. '/.cache',
        PATH = home .. '/bin:' .. os.getenv('PATH'),
    }
end

local function opens_the_example(child)
    child:command('edit ' .. copy_of_example())
    child:lua([[vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'; vim.bo.indentexpr = '']])
    local _, attached = child:wait_for(function()
        return child:lua([[return #vim.tbl_values(vim.lsp.buf_get_clients(0))]])
    end, function(count)
        return count == 1
    end)
    check('the README\'s set-up attaches the server to a TOSCA file', attached)
end

local function is_faded(child, pattern)
    return vim.tbl_contains(child:highlights((child:line_of(pattern))), 'VtoscaAbsent')
end

--- On a laptop, the first preset, there is no cluster. That is no news to step through.
local function shows_what_is_absent(child)
    local _, faded = child:wait_for(function()
        return is_faded(child, '^        cluster:')
    end, function(faded)
        return faded
    end)
    check('an absent node is faded', faded)
    check('a present node is not', not is_faded(child, '^        storefront:'))
    check('and nothing is to be mended', #child:diagnostics() == 0, child:diagnostics())
    local _, named = child:wait_for(function()
        return child:lua([[return require('vtosca').statusline()]])
    end, function(text)
        return text:find('laptop', 1, true)
    end)
    check('the active variant is there for a statusline', named)
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
    child:lua([[
        vim.diagnostic.set(vim.api.nvim_create_namespace('other'), 0, {
            { lnum = 2, col = 0, message = 'a hint', severity = vim.diagnostic.severity.HINT },
        })
        vim.api.nvim_win_set_cursor(0, { 1, 0 })]])
    child:keys(']d')
    local at, stopped = child:wait_for(function()
        return child:lua([[return vim.api.nvim_win_get_cursor(0)[1] ]])
    end, function(number)
        return number ~= 1
    end)
    check('the next problem is the error, and no hint', stopped and at == line, { at, line })
    child:lua([[vim.diagnostic.reset(vim.api.nvim_create_namespace('other'), 0)]])
    child:command(tostring(line))
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

--- The presence behind an element, and how it follows an edit without another request.
local function shows_presence_behind_elements(child)
    child:go_to('^        backup_storage:')
    local function shown()
        return child:screen_line('^.? +backup_storage')
    end
    local text, seen = child:wait_for(shown, function(text)
        return text:find('not in laptop, staging', 1, true)
    end)
    check('presence stands behind an element', seen, text)
    check('and not that it is absent, which fading tells', not text:find('absent'), text)
    child:keys('joconditions: {variability_input: reviews}<Esc>k')
    local after, changed = child:wait_for(shown, function(now)
        return now ~= text and now:find('backup_storage')
    end)
    check('and follows an edit', changed, after)
    child:keys('u')
    local back, undone = child:wait_for(shown, function(now)
        return now == text
    end)
    check('and its undoing', undone, back)
end

local function switches_the_variant(child)
    local _, faded = child:wait_for(function()
        return is_faded(child, '^        cluster:')
    end, function(faded)
        return faded
    end)
    check('on a laptop, the cluster is faded', faded)
    check('and the laptop is not', not is_faded(child, '^        laptop:'))
    child:command('VtoscaVariant production')
    local _, other = child:wait_for(function()
        return is_faded(child, '^        laptop:') and not is_faded(child, '^        cluster:')
    end, function(other)
        return other
    end)
    check('in production, it is the other way round', other)
end

--- The lines of the window that a command opens; closes it again.
local function opened_by(child, command)
    local windows = child:lua([[return #vim.api.nvim_list_wins()]])
    child:command(command)
    local lines = child:lines()
    local count = child:lua([[return #vim.api.nvim_list_wins()]])
    check(command .. ' opens a window', count == windows + 1, count)
    return table.concat(lines, '\n')
end

local function shows_the_table(child)
    local text = opened_by(child, 'VtoscaPresence')
    local head = child:lua([[return vim.fn.exists('+winbar') == 1 and vim.wo.winbar or vim.wo.statusline]])
    check('the table has the variants in its head, also when it is scrolled', head:match('laptop +staging +%[production%] +peak'), head)
    check('and what is where, nodes first', text:find('^Node "storefront"') and text:find('Node "load_balancer" +✗ +✗ +✗ +✓'), text)
    child:command('wincmd p')
    child:go_to('^        backup_storage:')
    child:keys('joconditions: {variability_input: reviews}<Esc>')
    local function row()
        return child:lua([[
            local buffer = vim.fn.bufnr('vtosca://presence')
            for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, true)) do
                if line:find('^Node "backup_storage"') then
                    return line
                end
            end]])
    end
    local before = row()
    local after, followed = child:wait_for(row, function(line)
        return line ~= before
    end)
    check('the table follows an edit', followed, { before, after })
    child:keys('u')
    child:wait_for(row, function(line)
        return line == before
    end)
    child:command('wincmd p')
    child:go_to('^Node "load_balancer"')
    child:keys('<CR>')
    local line, there = child:wait_for(function()
        return child:lua([[return vim.api.nvim_get_current_line()]])
    end, function(line)
        return vim.trim(line) == 'load_balancer:'
    end)
    check('Enter goes to the element', there, line)
    child:command('only')
end

local function filters_the_table(child)
    local text = opened_by(child, 'VtoscaPresence absent production')
    check('a filter leaves what is absent under a variant', text:find('Node "laptop"') and not text:find('Node "load_balancer"\n?'), text)
    child:keys('q')
    local offered, completed = child:wait_for(function()
        return child:lua([[return vim.fn.getcompletion('VtoscaPresence absent pro', 'cmdline')]])
    end, function(words)
        return vim.deep_equal(words, { 'production' })
    end)
    check('its variant is completed', completed, offered)
end

local function shows_the_topology(child)
    local text = opened_by(child, 'VtoscaTopology')
    check('the topology is a tree of hosts', text:find('\ncluster[^\n]*\n    [%w_]+') and text:find('\n        → database: database'), text)
    check('that marks what is absent', text:find('laptop  [%w.]+ ✗'), text)
    child:go_to('^cluster')
    child:keys('<CR>')
    local line, there = child:wait_for(function()
        return child:lua([[return vim.api.nvim_get_current_line()]])
    end, function(line)
        return vim.trim(line) == 'cluster:'
    end)
    check('and leads to its places', there, line)
    child:command('only')
    text = opened_by(child, 'VtoscaTopology dot')
    check('in the language of Graphviz, what is absent is dashed', text:find('laptop"[^\n]*dashed'), text)
    child:command('close')
end

local function explains_an_element(child)
    child:go_to('^        mailer:')
    local text = opened_by(child, 'VtoscaExplain')
    check('an explanation has the variants that share it', text:find('laptop, defaults: absent') or text:find('defaults, laptop: absent'), text)
    child:go_to('relation "queue@5" of node "orders"')
    child:keys('<CR>')
    local line, there = child:wait_for(function()
        return child:lua([[return vim.api.nvim_get_current_line()]])
    end, function(line)
        return line:find('^ *%- queue:')
    end)
    check('and its reasons lead to their places', there, line)
    child:command('only')
end

--- In a project, a type is used by files of other folders.
local function renames_across_folders(child)
    local folder = vim.fn.fnamemodify(copy_of_example(), ':h')
    vim.fn.mkdir(folder .. '/.git')
    child:command('edit ' .. folder .. '/types/shop.yaml')
    child:wait_for(function()
        return child:lua([[return #vim.tbl_values(vim.lsp.buf_get_clients(0))]])
    end, function(count)
        return count == 1
    end)
    check('a file in a nested folder has the server that runs', child:lua([[return #require('vtosca').clients()]]) == 1)
    child:go_to('shop.nodes.Service:')
    child:lua([[vim.lsp.buf.rename('shop.nodes.Renamed')]])
    local left = function()
        child:command('wall')
        return vim.fn.system({ 'grep', '-rc', 'shop.nodes.Service\\b', folder .. '/web-shop.yaml' })
    end
    local count, renamed = child:wait_for(left, function(text)
        return vim.trim(text) == '0'
    end)
    check('a type is renamed in the templates that use it', renamed, count)
    child:command('bwipeout!')
end

--- What has changed since the last commit is told, where lenses are shown.
local function knows_the_last_commit(child)
    local folder = vim.fn.tempname()
    local file = folder .. '/committed.yaml'
    local function write(condition)
        vim.fn.writefile({
            'tosca_definitions_version: tosca_variability_1_0',
            'topology_template:',
            '  variability:',
            '    options: {mode: semantic-loose, required_technology_constraint: false}',
            '    inputs: {far: {type: boolean, default: true}}',
            '  node_templates:',
            '    app: {type: tosca.nodes.Root, conditions: ' .. condition .. '}',
        }, file)
    end
    vim.fn.mkdir(folder)
    write('{variability_input: far}')
    local git = { 'git', '-C', folder, '-c', 'user.name=n', '-c', 'user.email=n@localhost' }
    for _, words in ipairs { { 'init' }, { 'add', 'committed.yaml' }, { 'commit', '--message', 'as it was' } } do
        vim.fn.system(vim.list_extend(vim.deepcopy(git), words))
    end
    write('{not: {variability_input: far}}')
    child:command('edit ' .. file)
    local titles, told = child:wait_for(function()
        return child:lua([[
            local document = { textDocument = { uri = vim.uri_from_bufnr(0) } }
            local titles = {}
            for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeLens', document, 60000) or {}) do
                for _, lens in ipairs(answer.result or {}) do
                    table.insert(titles, lens.command and lens.command.title or '')
                end
            end
            return table.concat(titles, '\n')
        ]])
    end, function(text)
        return text:find('changed since HEAD: 2 of 2', 1, true)
    end)
    check('what has changed since the last commit is told', told, titles)
    child:command('bwipeout!')
end

local function serves_new_files(child)
    child:command('edit ' .. vim.fn.tempname() .. '.yaml')
    child:keys('itosca_definitions_version: tosca_variability_1_0<Esc>')
    local _, attached = child:wait_for(function()
        return child:lua([[return #vim.tbl_values(vim.lsp.buf_get_clients(0))]])
    end, function(count)
        return count == 1
    end)
    check('a file that becomes TOSCA is served at once', attached)
    child:command('bwipeout!')
end

--- A preview follows the template.
local function resolves_as_one_types(child)
    child:command('VtoscaResolved production')
    child:command('wincmd p')
    local function preview()
        return child:lua([[
            for _, window in ipairs(vim.api.nvim_list_wins()) do
                local buffer = vim.api.nvim_win_get_buf(window)
                if vim.b[buffer].vtosca_uri then
                    return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')
                end
            end
            return '']])
    end
    local before = preview()
    child:command('%s/traffic}, 50/traffic}, 25/')
    local text, followed = child:wait_for(preview, function(text)
        return text ~= before
    end)
    check('the resolved template follows an edit', followed, text)
    child:command('undo')
    child:command('only')
end

local function opens_normative_types(child)
    child:command('split %:h/types/shop.yaml')
    child:wait_for(function()
        return child:lua([[return #vim.tbl_values(vim.lsp.buf_get_clients(0))]])
    end, function(count)
        return count == 1
    end)
    child:go_to('derived_from: tosca.nodes.Root')
    child:keys('f:w')
    child:lua([[vim.lsp.buf.definition()]])
    local line, there = child:wait_for(function()
        return child:lua([[return vim.api.nvim_buf_get_name(0) .. vim.api.nvim_get_current_line()]])
    end, function(line)
        return line:find('^vtosca%-types://.*  tosca.nodes.Root:')
    end)
    check('the definition of a normative type opens', there, line)
    check('and is not to be changed', not child:lua([[return vim.bo.modifiable]]))
    child:command('close')
end

local function shows_the_resolved_template(child)
    local text = opened_by(child, 'VtoscaResolved production')
    check('the resolved template is plain TOSCA', text:find('tosca_simple_yaml_1_3', 1, true), text)
    check('without variability', not text:find('conditions:') and not text:find('variability:'), text)
    check('of the variant', text:find('load_balancer:') and not text:find(' laptop:'), text)
    check('and left to the reader', child:lua([[return #vim.tbl_values(vim.lsp.buf_get_clients(0))]]) == 0)
    child:keys('q')
    child:wait_for(function()
        return child:lua([[return #vim.api.nvim_list_wins()]])
    end, function(count)
        return count == 1
    end)
end

local function shows_a_difference(child)
    child:command('VtoscaDifference laptop staging')
    local sides = child:lua([[return vim.tbl_map(function(window)
        local buffer = vim.api.nvim_win_get_buf(window)
        return {
            compared = vim.wo[window].diff,
            text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n'),
        }
    end, vim.api.nvim_tabpage_list_wins(0))]])
    check('the difference has two sides', #sides == 2 and sides[1].compared and sides[2].compared, sides)
    check('the laptop on one', sides[1].text:find(' laptop:') and not sides[1].text:find(' cluster:'), sides[1].text)
    check('the cluster on the other', sides[2].text:find(' cluster:') and not sides[2].text:find(' laptop:'), sides[2].text)
    child:command('tabclose')
end

local function shows_any_name(child)
    local shown = child:lua([[
        local window = require('vtosca.window')
        window.list('names', vim.api.nvim_get_current_buf(), function(done)
            done({ head = '50%d of\t%#Error#', lines = { 'a\nb', '%s <b>`x`</b>' } })
        end)
        local found = { lines = vim.api.nvim_buf_get_lines(0, 0, -1, false), head = vim.fn.exists('+winbar') == 1 and vim.wo.winbar or vim.wo.statusline }
        vim.cmd('close')
        return found]])
    check('a name is shown as it is', vim.deep_equal(shown.lines, { 'a b', '%s <b>`x`</b>' }), shown)
    check('and commands nothing above the list', shown.head == ' 50%%d of\t%%#Error#', shown)
end

local function runs_a_test(child)
    child:command('VtoscaTest')
    local failures = child:lua([[return vim.fn.getqflist()]])
    check('the variability test passes', #failures == 0, failures)
    child:lua([[
        local expected = vim.fn.expand('%:p:h') .. '/tests/christmas/expected.yaml'
        local lines = vim.fn.readfile(expected)
        for number, line in ipairs(lines) do
            lines[number] = line:gsub('shop%.example%.org', 'shop.example.net')
        end
        vim.fn.writefile(lines, expected)]])
    local texts = child:wait_for(function()
        child:command('cclose')
        child:command('VtoscaTest christmas')
        return child:lua([[return vim.tbl_map(function(item)
            return vim.fn.bufname(item.bufnr) .. ': ' .. item.text
        end, vim.fn.getqflist())]])
    end, function(texts)
        return #texts > 0
    end)
    check('what it expects and does not get is in the quickfix list', (texts[1] or ''):find('expected.yaml', 1, true), texts)
    child:command('cclose')
end

local function is_healthy(child)
    child:command('checkhealth vtosca')
    local text = table.concat(child:lines(), '\n')
    check('checkhealth finds the program', text:find('vtosca: vtosca %d'), text)
    check('and the server, without a warning', text:find('the server runs, for ') and not text:find('WARNING') and not text:find('ERROR'), text)
    child:command('tabclose')
end

local function explains_every_command(child)
    local commands = child:lua([[return vim.fn.getcompletion('Vtosca', 'command')]])
    local help = table.concat(vim.fn.readfile(top .. '/editors/nvim/doc/vtosca.txt'), '\n')
    local unexplained = vim.tbl_filter(function(command)
        return not help:find('*:' .. command .. '*', 1, true)
    end, commands)
    check('the help explains every command', #commands >= 6 and #unexplained == 0, { commands, unexplained })
end

--- The entries for nvim-lspconfig and for Neovim 0.11 start the same server.
local function has_other_entries(child)
    local entries = child:lua([[
        local enabled = dofile(vim.api.nvim_get_runtime_file('lsp/vtosca.lua', false)[1])
        local default = require('vtosca.lspconfig').default_config
        local folder
        enabled.root_dir(0, function(found)
            folder = found
        end)
        return {
            enabled = enabled.cmd,
            default = default.cmd,
            filetypes = { enabled.filetypes[1], default.filetypes[1] },
            folders = { folder, default.root_dir(vim.api.nvim_buf_get_name(0)) },
        }]])
    check('both entries have the command', vim.deep_equal(entries.enabled, entries.default), entries)
    check('and the file type', vim.deep_equal(entries.filetypes, { 'yaml', 'yaml' }), entries)
    check('and the folder', entries.folders[1] and entries.folders[1] == entries.folders[2], entries)
end

local child
local fine, problem = xpcall(function()
    child = editor.start(newcomer())
    opens_the_example(child)
    shows_what_is_absent(child)
    shows_presence_when_hovering(child)
    shows_presence_behind_elements(child)
    switches_the_variant(child)
    shows_the_table(child)
    filters_the_table(child)
    shows_the_topology(child)
    explains_an_element(child)
    opens_normative_types(child)
    shows_the_resolved_template(child)
    resolves_as_one_types(child)
    shows_a_difference(child)
    shows_any_name(child)
    runs_a_test(child)
    is_healthy(child)
    renames_across_folders(child)
    knows_the_last_commit(child)
    serves_new_files(child)
    explains_every_command(child)
    has_other_entries(child)
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
