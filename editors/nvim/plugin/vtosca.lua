if vim.g.loaded_vtosca then
    return
end
vim.g.loaded_vtosca = true

local function complete_variant(lead)
    return require('vtosca.variant').complete(lead)
end

vim.api.nvim_create_user_command('VtoscaVariant', function(arguments)
    require('vtosca.variant').select(arguments.args)
end, { nargs = '?', complete = complete_variant, desc = 'Choose the active TOSCA variant' })

local function complete_filter(lead, line)
    return require('vtosca.variant').complete_filter(lead, line)
end

vim.api.nvim_create_user_command('VtoscaPresence', function(arguments)
    require('vtosca.presence').table(unpack(arguments.fargs))
end, { nargs = '*', complete = complete_filter, desc = 'Show elements by variants' })

vim.api.nvim_create_user_command('VtoscaResolved', function(arguments)
    require('vtosca.variant').resolved(arguments.args)
end, { nargs = '?', complete = complete_variant, desc = 'Show the resolved template of a variant' })

vim.api.nvim_create_user_command('VtoscaDifference', function(arguments)
    require('vtosca.variant').difference(unpack(arguments.fargs))
end, { nargs = '*', complete = complete_variant, desc = 'Show how the resolved templates of two variants differ' })

vim.api.nvim_create_user_command('VtoscaTopology', function(arguments)
    require('vtosca.topology').show(arguments.args)
end, {
    nargs = '?',
    complete = function()
        return { 'dot', 'mermaid' }
    end,
    desc = 'Show the topology of the active variant',
})

vim.api.nvim_create_user_command('VtoscaTest', function(arguments)
    require('vtosca.variant').test(arguments.args)
end, { nargs = '?', desc = 'Run variability tests' })

vim.api.nvim_create_user_command('VtoscaExplain', function()
    require('vtosca.explain').explain()
end, { desc = 'Say why the element at the cursor is present or absent' })

vim.api.nvim_create_autocmd('BufReadCmd', {
    group = vim.api.nvim_create_augroup('vtosca_content', {}),
    pattern = { 'vtosca-types://*', 'vtosca-resolved://*' },
    callback = function(event)
        require('vtosca.content').read(event.buf)
    end,
})
