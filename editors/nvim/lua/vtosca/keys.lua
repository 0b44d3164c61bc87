--- Keys in buffers of TOSCA, unless they mean something already.
local M = {}

--- Goes to the next problem to be mended, or to the previous one: to errors, as long as there are any, else to warnings.
--- Hints and remarks stop nobody.
function M.go_to_problem(is_forward)
    local severity = vim.diagnostic.severity
    local found = #vim.diagnostic.get(0, { severity = severity.ERROR }) > 0 and severity.ERROR or severity.WARN
    if vim.diagnostic.jump then
        vim.diagnostic.jump({ count = is_forward and 1 or -1, severity = found, float = true })
    else
        vim.diagnostic[is_forward and 'goto_next' or 'goto_prev']({ severity = found })
    end
end

M.keys = {
    { '<LocalLeader>p', '<Cmd>VtoscaPresence<CR>', 'Presence of elements by variants' },
    { '<LocalLeader>v', '<Cmd>VtoscaVariant<CR>', 'Choose the active variant' },
    { ']v', '<Cmd>lua require("vtosca.variant").step(1)<CR>', 'Next variant' },
    { '[v', '<Cmd>lua require("vtosca.variant").step(-1)<CR>', 'Previous variant' },
    { ']d', '<Cmd>lua require("vtosca.keys").go_to_problem(true)<CR>', 'Next problem' },
    { '[d', '<Cmd>lua require("vtosca.keys").go_to_problem(false)<CR>', 'Previous problem' },
    { '<LocalLeader>e', '<Cmd>VtoscaExplain<CR>', 'Why is this present or absent' },
    { '<LocalLeader>r', '<Cmd>VtoscaResolved<CR>', 'Resolved template of a variant' },
    { '<LocalLeader>d', '<Cmd>VtoscaDifference<CR>', 'Difference of two variants' },
    { '<LocalLeader>g', '<Cmd>VtoscaTopology<CR>', 'Topology of the active variant' },
    { '<LocalLeader>t', '<Cmd>VtoscaTest<CR>', 'Run the variability tests' },
}

--- Whether a function comes with Neovim, which may not say any more from which file.
local function is_of_editor(callback)
    local source = debug.getinfo(callback, 'S').source
    return source == '?' or source == '=?' or source:find('vim/_', 1, true)
end

--- Whether a user has given a key a meaning; from Neovim 0.10 on, some have one from the start.
local function is_taken(key)
    local mapping = vim.fn.maparg(key, 'n', false, true)
    return not vim.tbl_isempty(mapping) and not (mapping.callback and is_of_editor(mapping.callback))
end

function M.map(buffer)
    vim.api.nvim_buf_call(buffer, function()
        for _, key in ipairs(M.keys) do
            if not is_taken(key[1]) then
                vim.keymap.set('n', key[1], key[2], { buffer = buffer, desc = key[3] })
            end
        end
    end)
end

return M
