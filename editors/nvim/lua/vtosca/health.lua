--- :checkhealth vtosca
local M = {}

function M.check()
    local health = vim.health or require('health')
    local start = health.start or health.report_start
    local ok = health.ok or health.report_ok
    local warn = health.warn or health.report_warn
    local err = health.error or health.report_error

    start('vtosca')
    if vim.fn.has('nvim-0.7.2') == 1 then
        ok('Neovim is new enough')
    else
        err('Neovim 0.7.2 or newer is needed')
    end

    local program = require('vtosca').settings.cmd[1]
    if vim.fn.executable(program) == 1 then
        ok(program .. ': ' .. vim.trim(vim.fn.system({ program, '--version' })))
    else
        err(program .. ' is not in the path', { 'Install it, or set cmd in require("vtosca").setup' })
    end

    -- the current buffer is that of the report
    local clients = require('vtosca').clients()
    for _, client in ipairs(clients) do
        local folders = vim.tbl_map(function(folder)
            return folder.name
        end, client.workspace_folders or {})
        ok(('the server runs, for %s'):format(table.concat(folders, ', ')))
    end
    if #clients == 0 then
        local waiting = vim.tbl_filter(function(buffer)
            return vim.api.nvim_buf_is_loaded(buffer) and require('vtosca').is_tosca(buffer)
        end, vim.api.nvim_list_bufs())
        if #waiting > 0 then
            err('the server does not run, although TOSCA is open', {
                'Look at :messages and at ' .. vim.lsp.get_log_path(),
                'Is require("vtosca").setup called before the file is opened?',
            })
        else
            ok('the server does not run: no TOSCA file is open')
        end
    end
end

return M
