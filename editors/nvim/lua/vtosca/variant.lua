--- Variants: choosing the active one, and the resolved template of one.
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
        require('vtosca.presence').refresh(buffer)
    end)
end

function M.resolved(name)
    local buffer = vim.api.nvim_get_current_buf()
    with_variant(name, 'Resolve for', function(variant)
        local result = vtosca.request(buffer, 'vtosca/resolved', { variant = variant })
        if result then
            local text = result.text or ('# ' .. variant .. ' cannot be resolved: ' .. result.error)
            require('vtosca.presence').scratch('resolved/' .. variant, vim.split(vim.trim(text), '\n'), 'yaml')
        end
    end)
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
