--- A server entry in the form of nvim-lspconfig:
---
---     require('lspconfig.configs').vtosca = require('vtosca.lspconfig')
---     require('lspconfig').vtosca.setup {}
local vtosca = require('vtosca')

return {
    default_config = vim.tbl_extend('force', vtosca.config(), {
        filetypes = { 'yaml' },
        single_file_support = true,
        root_dir = function(file)
            return vim.fn.fnamemodify(file, ':p:h')
        end,
    }),
    docs = {
        description = 'Language server for variable TOSCA (Variability4TOSCA) service templates.',
    },
}
