--- For Neovim 0.11: `vim.lsp.enable('vtosca')`. Only buffers that hold TOSCA are attached.
local vtosca = require('vtosca')

return vim.tbl_extend('force', vtosca.config(), {
    filetypes = { 'yaml' },
    root_dir = function(buffer, on_dir)
        if vtosca.is_tosca(buffer) then
            on_dir(vtosca.root_of(buffer))
        end
    end,
})
