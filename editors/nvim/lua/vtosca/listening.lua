--- Neovim stops listening to a buffer that is changed while it has no server, and does not begin again when there is
--- one: what is typed from then on would reach nobody. Between a server that was killed and the next one, a client
--- without a server keeps the editor listening.
local M = {}

local STAND_IN = 'vtosca-stand-in'
local NO_CLIENT = -1

local has_events = vim.fn.has('nvim-0.8') == 1 -- and clients that are functions

--- A client that answers that it can do nothing.
local function nothing(dispatchers)
    local is_closing = false
    return {
        request = function(_, _, callback)
            callback(nil, { capabilities = vim.empty_dict() })
            return true, 1
        end,
        notify = function()
            return true
        end,
        is_closing = function()
            return is_closing
        end,
        terminate = function()
            is_closing = true
            dispatchers.on_exit(0, 0)
        end,
    }
end

local function stop_stand_in()
    for _, client in ipairs(has_events and (vim.lsp.get_clients or vim.lsp.get_active_clients)() or {}) do
        if client.name == STAND_IN then
            if vim.fn.has('nvim-0.11') == 1 then
                client:stop(true)
            else
                client.stop(true)
            end
        end
    end
end

--- A server looks after a buffer now.
function M.attached(buffer)
    if has_events then
        vim.schedule(stop_stand_in)
    else
        vim.lsp.buf_attach_client(buffer, NO_CLIENT) -- in 0.7, the id of no client does
    end
end

--- A server has ended; whether it was killed, so that another one follows.
function M.ended(was_killed)
    if not was_killed then
        stop_stand_in()
    end
end

if has_events then
    vim.api.nvim_create_autocmd('LspDetach', {
        group = vim.api.nvim_create_augroup('vtosca_listening', {}),
        callback = function(event)
            local client = vim.lsp.get_client_by_id(event.data.client_id)
            if client and client.name == 'vtosca' and client.rpc.is_closing() and vim.v.exiting == vim.NIL then
                vim.lsp.start({ name = STAND_IN, cmd = nothing }, { bufnr = event.buf })
            end
        end,
    })
end

return M
