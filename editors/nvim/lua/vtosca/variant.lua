--- Variants: choosing the active one, the resolved template of one, and how two differ.
local vtosca = require('vtosca')

local M = {}

local function names(buffer)
    local result = vtosca.request(buffer, 'vtosca/variants')
    return vim.tbl_map(function(variant)
        return variant.name
    end, result and result.variants or {})
end

--- For command-line completion.
function M.complete(lead)
    return vim.tbl_filter(function(name)
        return vim.startswith(name, lead)
    end, names(vim.api.nvim_get_current_buf()))
end

--- Calls `action` with the name given, or with the one the user picks.
local function with_variant(name, prompt, action)
    if name and name ~= '' then
        action(name)
        return
    end
    vim.ui.select(names(vim.api.nvim_get_current_buf()), { prompt = prompt }, function(choice)
        if choice then
            action(choice)
        end
    end)
end

function M.select(name)
    local buffer = vim.api.nvim_get_current_buf()
    with_variant(name, 'Active variant', function(variant)
        local command = {
            command = 'vtosca.setActiveVariant',
            arguments = { vim.uri_from_bufnr(buffer), variant },
        }
        vim.lsp.buf_request_sync(buffer, 'workspace/executeCommand', command, 5000)
    end)
end

--- A resolved template, or why there is none, as lines of YAML.
local function lines_of(variant, resolved)
    local text = resolved.text or ('# ' .. variant .. ' cannot be resolved: ' .. resolved.error)
    return vim.split(vim.trim(text), '\n')
end

function M.resolved(name)
    local buffer = vim.api.nvim_get_current_buf()
    with_variant(name, 'Resolve for', function(variant)
        local result = vtosca.request(buffer, 'vtosca/resolved', { variant = variant })
        if result then
            require('vtosca.presence').scratch('resolved/' .. variant, lines_of(variant, result), 'yaml')
        end
    end)
end

--- The resolved templates of two variants, side by side in a tab; without a second name, of the
--- active variant and the one that is named.
function M.difference(first, second)
    local buffer = vim.api.nvim_get_current_buf()
    with_variant(second or first, 'Compare with', function(variant)
        local from = second and first or nil
        local result = vtosca.request(buffer, 'vtosca/difference', { from = from, to = variant })
        if not result then
            return
        end
        for _, side in ipairs({ { result.from, 'tab split' }, { result.to, 'rightbelow vsplit' } }) do
            local resolved, open = unpack(side)
            local lines = lines_of(resolved.variant, resolved)
            require('vtosca.presence').scratch('resolved/' .. resolved.variant, lines, 'yaml', open)
            vim.cmd('diffthis')
        end
    end)
end

--- Runs variability tests; what they expect and do not get goes to the quickfix list.
function M.test(name)
    local parameters = { test = name ~= '' and name or nil }
    local result = vtosca.request(vim.api.nvim_get_current_buf(), 'vtosca/runTest', parameters)
    if not result then
        return
    end
    local failures = {}
    for _, test in ipairs(result.tests) do
        for _, failure in ipairs(test.failures) do
            local start = failure.location.range.start
            table.insert(failures, {
                filename = vim.uri_to_fname(failure.location.uri),
                lnum = start.line + 1,
                col = start.character + 1,
                text = test.name .. ': ' .. failure.message,
            })
        end
    end
    vim.fn.setqflist({}, ' ', { title = 'vtosca tests', items = failures })
    vim.notify(('vtosca: %d passed, %d failed'):format(result.passed, result.failed))
    if #failures > 0 then
        vim.cmd('copen')
    end
end

--- Why the element at the cursor is present or absent.
function M.explain()
    local buffer = vim.api.nvim_get_current_buf()
    local client = vtosca.client(buffer)
    local position = vim.lsp.util.make_position_params(0, client and client.offset_encoding).position
    local result = vtosca.request(buffer, 'vtosca/explain', { position = position })
    if not result or result == vim.NIL then
        return
    end
    local lines = { result.display }
    for _, variant in ipairs(result.variants) do
        table.insert(lines, '')
        table.insert(lines, variant.name .. ': ' .. variant.presence)
        for _, step in ipairs(variant.steps) do
            table.insert(lines, string.rep('  ', step.depth + 1) .. step.text)
        end
    end
    require('vtosca.presence').scratch('explain', lines)
end

return M
