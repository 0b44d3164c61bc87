--- Keys in buffers of TOSCA, unless they mean something already.
local M = {}

M.keys = {
    { '<LocalLeader>p', '<Cmd>VtoscaPresence<CR>', 'Presence of elements by variants' },
    { '<LocalLeader>v', '<Cmd>VtoscaVariant<CR>', 'Choose the active variant' },
    { ']v', '<Cmd>lua require("vtosca.variant").step(1)<CR>', 'Next variant' },
    { '[v', '<Cmd>lua require("vtosca.variant").step(-1)<CR>', 'Previous variant' },
    { '<LocalLeader>e', '<Cmd>VtoscaExplain<CR>', 'Why is this present or absent' },
    { '<LocalLeader>r', '<Cmd>VtoscaResolved<CR>', 'Resolved template of a variant' },
    { '<LocalLeader>d', '<Cmd>VtoscaDifference<CR>', 'Difference of two variants' },
    { '<LocalLeader>g', '<Cmd>VtoscaTopology<CR>', 'Topology of the active variant' },
    { '<LocalLeader>t', '<Cmd>VtoscaTest<CR>', 'Run the variability tests' },
}

function M.map(buffer)
    vim.api.nvim_buf_call(buffer, function()
        for _, key in ipairs(M.keys) do
            if vim.fn.maparg(key[1], 'n') == '' then
                vim.keymap.set('n', key[1], key[2], { buffer = buffer, desc = key[3] })
            end
        end
    end)
end

return M
