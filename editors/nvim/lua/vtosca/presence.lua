--- Presence: as virtual text behind each element, faded lines, and a table in a scratch window.
local vtosca = require('vtosca')

local M = {}

local absent_lines = vim.api.nvim_create_namespace('vtosca_absent')
local glances = vim.api.nvim_create_namespace('vtosca_presence')
local marks = { present = '✓', absent = '✗', depends = '?', error = '!' }

vim.api.nvim_set_hl(0, 'VtoscaAbsent', { link = 'Comment', default = true })
vim.api.nvim_set_hl(0, 'VtoscaPresence', { link = 'NonText', default = true })

--- Asks the server about a buffer without waiting; `show(result)` is for an answer in time.
local function ask(client, buffer, method, parameters, show)
    parameters.textDocument = { uri = vim.uri_from_bufnr(buffer) }
    vtosca.ask(client, method, parameters, buffer, function(error, result)
        if not error and result and vim.api.nvim_buf_is_loaded(buffer) then
            show(result)
        end
    end)
end

--- Fades what is absent under the active variant.
local function fade(buffer, result)
    vim.api.nvim_buf_clear_namespace(buffer, absent_lines, 0, -1)
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    for _, element in ipairs(result.elements) do
        if element.presence[result.active] == 'absent' then
            for line = element.range.start.line, math.min(element.range['end'].line, #lines - 1) do
                vim.api.nvim_buf_set_extmark(buffer, absent_lines, line, 0, {
                    end_col = #lines[line + 1],
                    hl_group = 'VtoscaAbsent',
                    priority = 200,
                })
            end
        end
    end
end

local function text_of(label)
    if type(label) == 'string' then
        return label
    end
    local parts = vim.tbl_map(function(part)
        return part.value
    end, label)
    return table.concat(parts)
end

--- Shows the server's inlay hints at the end of their lines.
local function show_hints(buffer, hints)
    vim.api.nvim_buf_clear_namespace(buffer, glances, 0, -1)
    local count = vim.api.nvim_buf_line_count(buffer)
    for _, hint in ipairs(hints) do
        if hint.position.line < count then
            vim.api.nvim_buf_set_extmark(buffer, glances, hint.position.line, 0, {
                virt_text = { { vim.trim(text_of(hint.label)), 'VtoscaPresence' } },
            })
        end
    end
end

--- Shows in a buffer what the server says about presence there, without waiting.
function M.refresh(buffer)
    local client = vtosca.client(buffer)
    if not client or not vim.api.nvim_buf_is_loaded(buffer) then
        return
    end
    ask(client, buffer, 'vtosca/presence', {}, function(result)
        fade(buffer, result)
    end)
    if vtosca.settings.virtual_text and not vim.lsp.inlay_hint then
        local whole = {
            start = { line = 0, character = 0 },
            ['end'] = { line = vim.api.nvim_buf_line_count(buffer), character = 0 },
        }
        ask(client, buffer, 'textDocument/inlayHint', { range = whole }, function(hints)
            show_hints(buffer, hints)
        end)
    end
end

--- Absence shows as fading, so messages behind the text are left to what is wrong.
local function quiet_hints(client)
    local virtual_text = vim.diagnostic.config().virtual_text
    if virtual_text then
        local own = type(virtual_text) == 'table' and virtual_text or {}
        local quiet = { severity = { min = vim.diagnostic.severity.INFO } }
        local provider = client.server_capabilities.diagnosticProvider or {}
        -- from Neovim 0.10 on, diagnostics that it asks for have a namespace of their own
        for _, is_asked_for in ipairs({ false, true }) do
            local namespace = vim.lsp.diagnostic.get_namespace(client.id, is_asked_for, provider.identifier)
            vim.diagnostic.config({ virtual_text = vim.tbl_extend('keep', own, quiet) }, namespace)
        end
    end
end

--- A buffer that the server begins to look after.
function M.attach(client, buffer)
    quiet_hints(client)
    if vtosca.settings.virtual_text and vim.lsp.inlay_hint then
        vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
    M.refresh(buffer)
end

--- Text in a scratch window, opened by the command `open`, or a split; q closes it.
function M.scratch(name, lines, filetype, open)
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    vim.bo[buffer].modifiable = false
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].filetype = filetype or ''
    pcall(vim.api.nvim_buf_set_name, buffer, 'vtosca://' .. name)
    vim.cmd(open or 'split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer })
    return buffer
end

--- The table: elements by variants, those that a filter leaves; <CR> goes to the element of the line.
function M.table(filter, variant)
    local source = vim.api.nvim_get_current_win()
    local parameters = { filter = filter, variant = variant }
    local result = vtosca.request(vim.api.nvim_get_current_buf(), 'vtosca/presence', parameters)
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
