--- The server is killed while somebody types, again and again: the editor starts it anew, and what was typed is there.
---
---     VTOSCA=build/release/cli/vtosca nvim --headless --clean -c 'luafile tests/editors/nvim/kills.lua'
---
--- VTOSCA_KILLS says how often (default 100). Exit code 0 if all went well, else 1.
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local top = vim.fn.fnamemodify(here .. '/../../..', ':p'):gsub('/$', '')
package.path = here .. '/?.lua;' .. package.path
local editor = require('editor')

local KILLS = tonumber(vim.env.VTOSCA_KILLS or '100')
local EARLY_KILLS = 10
local SETUP = [[
vim.opt.runtimepath:append('%s/editors/nvim')
require('vtosca').setup { cmd = { '%s', 'lsp' } }
]]

local function say(text)
    io.stdout:write(text .. '\n')
    io.stdout:flush()
end

local function start()
    local home = vim.fn.tempname()
    vim.fn.mkdir(home .. '/.config/nvim', 'p')
    local setup = SETUP:format(top, vim.fn.fnamemodify(vim.env.VTOSCA or 'vtosca', ':p'))
    vim.fn.writefile(vim.split(setup, '\n'), home .. '/.config/nvim/init.lua')
    vim.fn.system({ 'cp', '-r', top .. '/editors/demo/.', home })
    local child = editor.start({ HOME = home, XDG_CONFIG_HOME = home .. '/.config' })
    child:command('edit ' .. home .. '/web-shop.yaml')
    return child
end

--- The process of the server, once there is one that is not `other`.
local function server_of(child, other)
    local editor_process = vim.fn.jobpid(child.channel)
    local server, is_there = child:wait_for(function()
        local processes = vim.tbl_filter(function(process)
            local name = '/proc/' .. process .. '/comm'
            return vim.fn.filereadable(name) == 1 and vim.fn.readfile(name)[1] == 'vtosca'
        end, vim.api.nvim_get_proc_children(editor_process))
        assert(#processes < 2, 'several servers run')
        return processes[1]
    end, function(process)
        return process and process ~= other
    end)
    assert(is_there, 'no server runs')
    return server
end

--- The number of the client that runs, 0 if none does.
local function client_of(child)
    return child:lua([[return (require('vtosca').clients()[1] or { id = 0 }).id]])
end

--- Until the editor shows the mistake in the last line, and no earlier one.
local function wait_for_mistake(child, name)
    local shown, is_shown = child:wait_for(function()
        return vim.tbl_map(function(diagnostic)
            return diagnostic.message:match('mistake%d+')
        end, child:diagnostics())
    end, function(names)
        return #names == 1 and names[1] == name
    end)
    assert(is_shown, name .. ' is not shown, but ' .. vim.inspect(shown))
end

--- Killed when it has hardly started, so that the editor may read its first answer after its end.
local function run_early()
    for i = 1, EARLY_KILLS do
        local child = start()
        local server = server_of(child)
        vim.wait(2 * i)
        vim.loop.kill(server, 'sigkill')
        server_of(child, server)
        child:quit()
    end
end

local function run()
    run_early()
    local child = start()
    local expected = child:lines()
    local server = server_of(child)
    child:keys('Go<C-u>mistake: 1<Esc>')
    for i = 1, KILLS do
        local name = 'mistake' .. i
        child:keys('G0Cmis')
        local client = client_of(child)
        vim.loop.kill(server, 'sigkill')
        child:wait_for(function()
            return client_of(child)
        end, function(other)
            return other ~= client
        end)
        child:keys('take' .. i .. ': 1<Esc>')
        server = server_of(child, server)
        wait_for_mistake(child, name)
        -- the server that runs now hears of what is typed from now on
        child:keys('G0Cmistake' .. i .. '0: 1<Esc>')
        wait_for_mistake(child, name .. '0')
    end
    table.insert(expected, 'mistake' .. KILLS .. '0: 1')
    local lines = child:lines()
    for i = 1, math.max(#lines, #expected) do
        assert(vim.trim(lines[i]) == vim.trim(expected[i]), ('line %d is %s instead of %s'):format(i, lines[i], expected[i]))
    end
    child:quit()
end

local fine, problem = xpcall(run, debug.traceback)
say(fine and KILLS .. ' kills, nothing lost' or 'FAILED ' .. problem)
vim.cmd(fine and 'qall!' or 'cquit 1')
