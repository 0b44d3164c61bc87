--- Presence: as virtual text behind each element, faded lines, and a table in a scratch window.
local vtosca = require('vtosca')

local M = {}

local namespace = vim.api.nvim_create_namespace('vtosca')
local marks = { present = '✓', absent = '✗', depends = '?', error = '!' }

vim.api.nvim_set_hl(0, 'VtoscaAbsent', { link = 'Comment', default = true })
vim.api.nvim_set_hl(0, 'VtoscaPresence', { link = 'NonText', default = true })

local function glance(variants, element)
    local parts = {}
    for _, variant in ipairs(variants) do
        table.insert(parts, variant.name .. ' ' .. marks[element.presence[variant.name]])
    end
    return table.concat(parts, ' ')
end

local function differs(element)
    local first
    for _, presence in pairs(element.presence) do
        first = first or presence
        if presence ~= first then
            return true
        end
    end
    return false
end

local function has_inlay_hints()
    return vim.lsp.inlay_hint ~= nil
end

local function decorate(buffer, result)
    vim.api.nvim_buf_clear_namespace(buffer, namespace, 0, -1)
    local last = vim.api.nvim_buf_line_count(buffer) - 1
    local labelled = {}
    for _, element in ipairs(result.elements) do
        local first, final = element.range.start.line, math.min(element.range['end'].line, last)
        if result.active and element.presence[result.active] == 'absent' then
            for line = first, final do
                local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1] or ''
                vim.api.nvim_buf_set_extmark(buffer, namespace, line, 0, {
                    end_col = #text,
                    hl_group = 'VtoscaAbsent',
                    priority = 200,
                })
            end
        end
        if
            vtosca.settings.virtual_text
            and not has_inlay_hints()
            and not labelled[first]
            and first <= last
            and differs(element)
        then
            labelled[first] = true
            vim.api.nvim_buf_set_extmark(buffer, namespace, first, 0, {
                virt_text = { { glance(result.variants, element), 'VtoscaPresence' } },
            })
        end
    end
end

--- Asks for the presence in a buffer and shows it there, without waiting.
function M.refresh(buffer)
    local client = vtosca.client(buffer)
    if not client or not vim.api.nvim_buf_is_loaded(buffer) then
        return
    end
    local parameters = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
    vim.lsp.buf_request(buffer, 'vtosca/presence', parameters, function(error, result)
        if not error and result and vim.api.nvim_buf_is_loaded(buffer) then
            decorate(buffer, result)
        end
    end)
end

--- Text in a scratch window of its own; q closes it.
function M.scratch(name, lines, filetype)
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    vim.api.nvim_buf_set_option(buffer, 'modifiable', false)
    vim.api.nvim_buf_set_option(buffer, 'bufhidden', 'wipe')
    vim.api.nvim_buf_set_option(buffer, 'filetype', filetype or '')
    pcall(vim.api.nvim_buf_set_name, buffer, 'vtosca://' .. name)
    vim.cmd('split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer })
    return buffer
end

--- The table: elements by variants; <CR> goes to the element of the line.
function M.table()
    local source = vim.api.nvim_get_current_win()
    local result = vtosca.request(vim.api.nvim_get_current_buf(), 'vtosca/presence')
    if not result then
        return
    end
    local width = 0
    for _, element in ipairs(result.elements) do
        width = math.max(width, vim.fn.strdisplaywidth(element.display))
    end
    local function pad(text, to)
        return text .. string.rep(' ', to - vim.fn.strdisplaywidth(text))
    end
    local header = pad('', width)
    for _, variant in ipairs(result.variants) do
        header = header .. '  ' .. variant.name
    end
    local lines = { header }
    for _, element in ipairs(result.elements) do
        local line = pad(element.display, width)
        for _, variant in ipairs(result.variants) do
            local column = vim.fn.strdisplaywidth(variant.name)
            line = line .. '  ' .. pad(marks[element.presence[variant.name]], column)
        end
        table.insert(lines, (line:gsub('%s+$', '')))
    end
    for _, variant in ipairs(result.variants) do
        if variant.status == 'error' then
            table.insert(lines, variant.name .. ': ' .. variant.error)
        end
    end
    local buffer = M.scratch('presence', lines)
    vim.keymap.set('n', '<CR>', function()
        local element = result.elements[vim.api.nvim_win_get_cursor(0)[1] - 1]
        if element and vim.api.nvim_win_is_valid(source) then
            vim.api.nvim_set_current_win(source)
            vim.api.nvim_win_set_cursor(source, { element.range.start.line + 1, 0 })
        end
    end, { buffer = buffer })
end

return M
