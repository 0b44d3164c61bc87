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

    if require('vtosca').client(0) then
        ok('the server runs for the current buffer')
    else
        warn('the server does not run for the current buffer')
    end
end

return M
