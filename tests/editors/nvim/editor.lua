--- A Neovim to be driven: a second process that gets keys as if a user pressed them.
---
--- Typing happens there and not here, because only a process of its own has a command loop that
--- insert mode, completion and the language client's timers run in. Everything that waits has a
--- limit, so that a silent server fails a test instead of hanging it.
local editor = {}
editor.__index = editor

local TIMEOUT = 120000

--- A user's editor: `environment` says where the home is, and with it the configuration.
function editor.start(environment)
    local command = { vim.v.progpath, '--embed', '--headless', '-n', '-i', 'NONE' }
    local channel = vim.fn.jobstart(command, { rpc = true, env = environment })
    assert(channel > 0, 'Neovim does not start')
    local self = setmetatable({ channel = channel }, editor)
    self:lua([[vim.o.columns = 160; vim.o.lines = 40; vim.o.completeopt = 'menuone']])
    return self
end

--- Runs Lua there; its arguments are `...`, its result is returned.
function editor:lua(code, ...)
    return vim.rpcrequest(self.channel, 'nvim_exec_lua', code, { ... })
end

function editor:command(text)
    vim.rpcrequest(self.channel, 'nvim_command', text)
end

function editor:keys(keys)
    vim.rpcrequest(self.channel, 'nvim_input', keys)
end

--- Asks again and again until `accept(value)` holds; returns the last value either way.
function editor:wait_for(question, accept)
    local value
    local accepted = vim.wait(TIMEOUT, function()
        value = question()
        return accept(value) and true or false
    end, 50)
    if not accepted then
        io.stdout:write(self:state() .. '\n')
    end
    return value, accepted
end

--- What there is to see when something does not come: the screen, what was said, and the end of the client's log.
function editor:state()
    return self:lua([[
        vim.cmd('redraw!')
        local rows = {}
        for row = 1, vim.o.lines do
            local text = ''
            for column = 1, vim.o.columns do
                text = text .. vim.fn.screenstring(row, column)
            end
            table.insert(rows, '    | ' .. (text:gsub('%s+$', '')))
        end
        local log = vim.fn.filereadable(vim.lsp.get_log_path()) == 1 and vim.fn.readfile(vim.lsp.get_log_path(), '', -20) or {}
        return table.concat(rows, '\n') .. '\n    ' .. vim.fn.execute('messages') .. '\n    ' .. table.concat(log, '\n    ')]])
end

--- The number, from 1, of the first line that matches a pattern, which may still be to be typed.
function editor:line_of(pattern)
    local found = self:wait_for(function()
        for number, line in ipairs(self:lines()) do
            if line:find(pattern) then
                return { number, line }
            end
        end
    end, function(place)
        return place
    end)
    return unpack(found or error('no line matches ' .. pattern))
end

--- Puts the cursor on the first word of the first line that matches.
function editor:go_to(pattern)
    local number, line = self:line_of(pattern)
    self:lua([[vim.api.nvim_win_set_cursor(0, ...)]], { number, #line:match('^%s*') })
end

--- The highlight groups that the plugin put on a line.
function editor:highlights(line)
    return self:lua(
        [[
        local line = ...
        local groups = {}
        for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
            local marks = vim.api.nvim_buf_get_extmarks(0, namespace, { line - 1, 0 }, { line - 1, -1 }, { details = true })
            for _, mark in ipairs(marks) do
                table.insert(groups, mark[4].hl_group or '')
            end
        end
        return groups]],
        line
    )
end

--- The text that a user sees in a line of the screen, virtual text included.
function editor:screen_line(pattern)
    self:command('redraw!')
    return self:lua(
        [[
        local pattern = ...
        for row = 1, vim.o.lines do
            local text = ''
            for column = 1, vim.o.columns do
                text = text .. vim.fn.screenstring(row, column)
            end
            if text:find(pattern) then
                return text
            end
        end
        return '']],
        pattern
    )
end

--- All lines of the buffer in the current window.
function editor:lines()
    return self:lua([[return vim.api.nvim_buf_get_lines(0, 0, -1, true)]])
end

--- Diagnostics as { line (from 1), severity (1 error … 4 hint), message }.
function editor:diagnostics()
    return self:lua([[return vim.tbl_map(function(diagnostic)
        return { line = diagnostic.lnum + 1, severity = diagnostic.severity, message = diagnostic.message }
    end, vim.diagnostic.get(0))]])
end

--- The text in floating windows.
function editor:popup()
    return self:lua([[
        local text = {}
        for _, window in ipairs(vim.api.nvim_list_wins()) do
            if vim.api.nvim_win_get_config(window).relative ~= '' then
                local buffer = vim.api.nvim_win_get_buf(window)
                vim.list_extend(text, vim.api.nvim_buf_get_lines(buffer, 0, -1, true))
            end
        end
        return table.concat(text, '\n')]])
end

--- What the editor shows about the word under the cursor, asked anew until `accept` likes it.
function editor:hover(accept)
    return self:wait_for(function()
        self:lua([[
            for _, window in ipairs(vim.api.nvim_list_wins()) do
                if vim.api.nvim_win_get_config(window).relative ~= '' then
                    vim.api.nvim_win_close(window, true)
                end
            end
            vim.lsp.buf.hover()]])
        return (self:wait_for_popup())
    end, accept)
end

function editor:wait_for_popup()
    local text
    vim.wait(20000, function()
        text = self:popup()
        return text ~= ''
    end, 20)
    return text
end

--- The words in the completion menu.
function editor:menu()
    return self:lua([[return vim.tbl_map(function(item)
        return item.word
    end, vim.fn.complete_info({ 'items' }).items)]])
end

--- Leaves the editor; true if it ends with the language server it started.
function editor:quit()
    vim.rpcnotify(self.channel, 'nvim_command', 'qall!')
    local status = vim.fn.jobwait({ self.channel }, TIMEOUT)[1]
    if status < 0 then
        vim.fn.jobstop(self.channel)
    end
    return status == 0
end

return editor
