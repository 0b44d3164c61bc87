--- Variants: choosing the active one, the resolved template of one, and how two differ.
local vtosca = require('vtosca')

local M = {}

local function variants(buffer)
    return vtosca.request(buffer, 'vtosca/variants') or { variants = {} }
end

local function names(buffer)
    return vim.tbl_map(function(variant)
        return variant.name
    end, variants(buffer).variants)
end

local function that_begin_with(lead, words)
    return vim.tbl_filter(function(word)
        return vim.startswith(word, lead)
    end, words)
end

--- For command-line completion.
function M.complete(lead)
    return that_begin_with(lead, names(vim.api.nvim_get_current_buf()))
end

--- The same, of a filter of the presence table and its variant.
function M.complete_filter(lead, line)
    if line:match('^%s*%S+%s+%S+%s') then
        return M.complete(lead)
    end
    return that_begin_with(lead, { 'absent', 'depends', 'differing', 'error', 'present' })
end

--- A variant in a list to choose from: what it keeps, and what it says of itself.
local function describe(variant, active)
    local text = (variant.name == active and '● ' or '  ') .. variant.name
    if variant.label and variant.label ~= variant.name then
        text = text .. ' (' .. variant.label .. ')'
    end
    text = text .. ': ' .. (variant.error or ('%d present, %d absent'):format(variant.present, variant.absent))
    return variant.description and (text .. ' – ' .. variant.description) or text
end

--- Calls `action` with the name given, or with the one the user picks.
local function with_variant(name, prompt, action)
    if name and name ~= '' then
        action(name)
        return
    end
    local answer = variants(vim.api.nvim_get_current_buf())
    local options = {
        prompt = prompt,
        format_item = function(variant)
            return describe(variant, answer.active)
        end,
    }
    vim.ui.select(answer.variants, options, function(choice)
        if choice then
            action(choice.name)
        end
    end)
end

local function activate(buffer, variant)
    local command = {
        command = 'vtosca.setActiveVariant',
        arguments = { vim.uri_from_bufnr(buffer), variant },
    }
    vtosca.request(buffer, 'workspace/executeCommand', command)
end

function M.select(name)
    local buffer = vim.api.nvim_get_current_buf()
    with_variant(name, 'Active variant', function(variant)
        activate(buffer, variant)
    end)
end

--- Makes the variant active that comes so many places after the active one.
function M.step(distance)
    local buffer = vim.api.nvim_get_current_buf()
    local answer = variants(buffer)
    local count = #answer.variants
    for place, variant in ipairs(answer.variants) do
        if variant.name == answer.active then
            local next = answer.variants[(place - 1 + distance) % count + 1]
            activate(buffer, next.name)
            vim.notify('vtosca: ' .. next.name)
            return
        end
    end
end

--- Shows a resolved template as long as the window is there, also when it becomes another one.
local function show(resolved, variant, source, open)
    local buffer = require('vtosca.window').scratch('resolved/' .. variant, {}, 'yaml', open)
    require('vtosca.content').show(buffer, resolved.uri, source)
end

function M.resolved(name)
    local buffer = vim.api.nvim_get_current_buf()
    with_variant(name, 'Resolve for', function(variant)
        local result = vtosca.request(buffer, 'vtosca/resolved', { variant = variant })
        if result then
            show(result, variant, buffer)
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
        show(result.from, result.from.variant, buffer, 'tab split')
        vim.cmd('diffthis')
        show(result.to, result.to.variant, buffer, 'rightbelow vsplit')
        vim.cmd('diffthis')
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

return M
