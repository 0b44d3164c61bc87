--- Presence: as virtual text behind each element, faded lines, and a table that follows the text.
local vtosca = require('vtosca')

local M = {}

local absent_lines = vim.api.nvim_create_namespace('vtosca_absent')
local glances = vim.api.nvim_create_namespace('vtosca_presence')
local marks = { present = '✓', absent = '✗', depends = '?', error = '!' }

vim.api.nvim_set_hl(0, 'VtoscaAbsent', { link = 'Comment', default = true })
vim.api.nvim_set_hl(0, 'VtoscaPresent', { link = 'String', default = true })
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

--- What is faded in a buffer, as { id =, ranges = }: ranges that the editor has are not sent again.
local faded = {}

--- Fades what is absent under the active variant.
local function fade(buffer, result, previous)
    local ranges = result.ranges or previous.ranges
    faded[buffer] = { id = result.resultId, ranges = ranges }
    vim.api.nvim_buf_clear_namespace(buffer, absent_lines, 0, -1)
    local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    for _, range in ipairs(ranges) do
        for line = range.start.line, math.min(range['end'].line, #lines - 1) do
            vim.api.nvim_buf_set_extmark(buffer, absent_lines, line, 0, {
                end_col = #lines[line + 1],
                hl_group = 'VtoscaAbsent',
                priority = 200,
            })
        end
    end
    vim.b[buffer].vtosca_variant = type(result.active) == 'string' and result.active or ''
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
    local previous = faded[buffer] or {}
    ask(client, buffer, 'vtosca/absent', { previousResultId = previous.id }, function(result)
        fade(buffer, result, previous)
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

--- A buffer that the server begins to look after.
function M.attach(_, buffer)
    if vtosca.settings.virtual_text and vim.lsp.inlay_hint then
        vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
    M.refresh(buffer)
end

local groups = { present = 'VtoscaPresent', absent = 'VtoscaAbsent', error = 'DiagnosticError' }

local function pad(text, to)
    return text .. string.rep(' ', to - vim.fn.strdisplaywidth(text))
end

--- The table as lines: elements by variants, and below them what is wrong with variants.
local function content_of(uri, result)
    local width = 0
    for _, element in ipairs(result.elements) do
        width = math.max(width, vim.fn.strdisplaywidth(element.display))
    end
    local head = pad('', width)
    for _, variant in ipairs(result.variants) do
        local is_active = variant.name == result.active
        head = head .. ' ' .. (is_active and '[' .. variant.name .. ']' or ' ' .. variant.name .. ' ')
    end
    local content = { head = head:gsub('%s+$', ''), lines = {}, places = {}, marks = {} }
    for number, element in ipairs(result.elements) do
        local line = pad(element.display, width)
        for _, variant in ipairs(result.variants) do
            local presence = element.presence[variant.name]
            local mark = marks[presence]
            local start = #line + 2
            line = line .. '  ' .. pad(mark, vim.fn.strdisplaywidth(variant.name) + 1)
            if groups[presence] then
                table.insert(content.marks, {
                    group = groups[presence], line = number - 1, start = start, finish = start + #mark,
                })
            end
        end
        table.insert(content.lines, (line:gsub('%s+$', '')))
        content.places[number] = { uri = uri, range = element.range }
    end
    for _, variant in ipairs(result.variants) do
        if variant.status == 'error' then
            table.insert(content.lines, variant.name .. ': ' .. variant.error)
        end
    end
    return content
end

--- The table: elements by variants, those that a filter leaves; <CR> goes to the element of the line.
function M.table(filter, variant)
    local buffer = vim.api.nvim_get_current_buf()
    local parameters = { filter = filter, variant = variant }
    require('vtosca.window').list('presence', buffer, function(done)
        vtosca.request_later(buffer, 'vtosca/presence', parameters, function(result)
            done(result and content_of(vim.uri_from_bufnr(buffer), result))
        end)
    end)
end

return M
