--- What a file was like at the last commit: the server tells what has changed since.
local M = {}

local function tell(client, buffer, text)
    local command = { command = 'vtosca.setBase', arguments = { vim.uri_from_bufnr(buffer), text, 'HEAD' } }
    require('vtosca').ask(client, 'workspace/executeCommand', command, buffer, function() end)
end

--- Nothing is told of a file that git does not know, or that is as it was.
function M.attach(client, buffer)
    local path = vim.api.nvim_buf_get_name(buffer)
    local folder = vim.fn.fnamemodify(path, ':h')
    local text = ''
    if path == '' or vim.fn.isdirectory(folder) == 0 or vim.fn.executable('git') == 0 then
        return
    end
    vim.fn.jobstart({ 'git', 'cat-file', 'blob', 'HEAD:./' .. vim.fn.fnamemodify(path, ':t') }, {
        cwd = folder,
        stdout_buffered = true,
        on_stdout = function(_, lines)
            text = table.concat(lines, '\n')
        end,
        on_exit = function(_, code)
            if code == 0 and vim.api.nvim_buf_is_loaded(buffer) and vim.lsp.get_client_by_id(client.id) then
                tell(client, buffer, text)
            end
        end,
    })
end

return M
