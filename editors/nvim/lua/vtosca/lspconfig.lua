--- A server entry in the form of nvim-lspconfig:
---
---     require('lspconfig.configs').vtosca = require('vtosca.lspconfig')
---     require('lspconfig').vtosca.setup {}
local vtosca = require('vtosca')

return {
    default_config = vim.tbl_extend('force', vtosca.config(), {
        filetypes = { 'yaml' },
        -- other YAML has no root, and thus no server
        single_file_support = false,
        root_dir = function(file, buffer)
            if vtosca.is_tosca(buffer or vim.fn.bufnr(file)) then
                return vtosca.root_of_file(file)
            end
        end,
    }),
    docs = {
        description = 'Language server for variable TOSCA (Variability4TOSCA) service templates.',
    },
}
