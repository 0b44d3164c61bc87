--- Documents of the server, which it names, gives the content of and says when it is another one:
--- resolved templates and the normative types.
local vtosca = require('vtosca')

local M = {}

--- A server to ask: that of a buffer, if it has one, or any that runs.
local function client_for(buffer)
    local client = vim.api.nvim_buf_is_valid(buffer) and vtosca.client(buffer)
    if client then
        return client
    end
    return vtosca.clients()[1]
end

local function fill(buffer, text)
    vim.bo[buffer].modifiable = true
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split((text:gsub('\n$', '')), '\n'))
    vim.bo[buffer].modifiable = false
    vim.bo[buffer].modified = false
end

--- Fills a buffer with the document `uri`; `source` is a buffer that the server looks after.
function M.show(buffer, uri, source)
    local client = client_for(source)
    if not client then
        fill(buffer, '# vtosca does not run.')
        return
    end
    vim.b[buffer].vtosca_uri = uri
    vim.b[buffer].vtosca_client = client.id
    local answer = vtosca.answer_of(client, 'workspace/textDocumentContent', { uri = uri }, source)
    fill(buffer, answer.error and ('# ' .. answer.error.message) or answer.result.text)
end

--- Fills a buffer whose name is the URI, for instance because a definition is there.
function M.read(buffer)
    vim.bo[buffer].buftype = 'nofile'
    vim.bo[buffer].swapfile = false
    M.show(buffer, vim.api.nvim_buf_get_name(buffer), vim.fn.bufnr('#'))
    vim.bo[buffer].filetype = 'yaml'
end

--- The server says that a document has changed. Its answer waits for this one.
function M.refresh(uri)
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        if vim.api.nvim_buf_is_loaded(buffer) and vim.b[buffer].vtosca_uri == uri then
            local client = vim.lsp.get_client_by_id(vim.b[buffer].vtosca_client)
            vtosca.ask(client, 'workspace/textDocumentContent', { uri = uri }, buffer, function(error, result)
                if not error and result and vim.api.nvim_buf_is_loaded(buffer) then
                    fill(buffer, result.text)
                end
            end)
        end
    end
end

return M
