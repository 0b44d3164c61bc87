--- vtosca in Neovim: starts the language server for TOSCA files and holds its settings.
---
--- Works with the built-in client from Neovim 0.7.2 on; `lspconfig.lua` beside this file is
--- for nvim-lspconfig, `lsp/vtosca.lua` for `vim.lsp.enable` of Neovim 0.11.
local M = {}

M.settings = {
    --- Command line of the server.
    cmd = { 'vtosca', 'lsp' },
    --- Settings of the server, by their names: { codeLenses = false, … }
    server = {},
    --- Name of the variant under which absent elements are faded; nil is the first preset, ''
    --- fades nothing.
    active_variant = nil,
    --- The user's own variants: { { name =, presets = {}, inputs = {} }, … }
    variants = {},
    --- Presence as virtual text behind each element where the editor has no inlay hints.
    virtual_text = true,
    --- Called as on_attach(client, buffer).
    on_attach = nil,
    --- Passed to the server, as nvim-cmp and others want it.
    capabilities = nil,
}

--- A TOSCA file says so itself, in any YAML file; a preview is not one to work on.
function M.is_tosca(buffer)
    if vim.bo[buffer].buftype ~= '' then
        return false
    end
    for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 200, false)) do
        if line:match('^%s*["\']?tosca_definitions_version["\']?%s*:') then
            return true
        end
    end
    return false
end

--- The client of a buffer, or nil.
function M.client(buffer)
    buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
    local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer })
        or vim.lsp.buf_get_clients(buffer)
    for _, client in pairs(clients) do
        if client.name == 'vtosca' then
            return client
        end
    end
    return nil
end

local function root_of(buffer)
    local file = vim.api.nvim_buf_get_name(buffer)
    return file ~= '' and vim.fn.fnamemodify(file, ':p:h') or vim.loop.cwd()
end

--- What every way of starting the server hands to it.
function M.config()
    return {
        name = 'vtosca',
        settings = { vtosca = M.settings.server },
        cmd = M.settings.cmd,
        capabilities = vim.tbl_deep_extend(
            'force',
            M.settings.capabilities or vim.lsp.protocol.make_client_capabilities(),
            { workspace = { textDocumentContent = { dynamicRegistration = false } } }
        ),
        init_options = {
            activeVariant = M.settings.active_variant,
            variants = #M.settings.variants > 0 and M.settings.variants or nil,
            presenceNotifications = true,
        },
        handlers = {
            ['vtosca/presenceChanged'] = function(_, result)
                require('vtosca.presence').refresh(vim.uri_to_bufnr(result.uri))
            end,
            ['workspace/textDocumentContent/refresh'] = function(_, parameters)
                require('vtosca.content').refresh(parameters.uri)
                return vim.NIL
            end,
        },
        on_attach = function(client, buffer)
            require('vtosca.presence').attach(client, buffer)
            if M.settings.on_attach then
                M.settings.on_attach(client, buffer)
            end
        end,
    }
end

local clients_by_root = {}

--- Starts the server for a buffer, or attaches the one that runs for its folder.
function M.start(buffer)
    if M.client(buffer) then
        return
    end
    local config = M.config()
    config.root_dir = root_of(buffer)
    if vim.lsp.start then
        vim.lsp.start(config, { bufnr = buffer })
        return
    end
    -- Neovim 0.7
    local id = clients_by_root[config.root_dir]
    if not id or not vim.lsp.get_client_by_id(id) then
        config.on_exit = function()
            clients_by_root[config.root_dir] = nil
        end
        id = vim.lsp.start_client(config)
        clients_by_root[config.root_dir] = id
    end
    if id then
        vim.lsp.buf_attach_client(buffer, id)
    end
end

--- Asks a client without waiting; `handler(error, result)` gets the answer.
function M.ask(client, method, parameters, buffer, handler)
    if vim.fn.has('nvim-0.11') == 1 then
        client:request(method, parameters, handler, buffer)
    else
        client.request(method, parameters, handler, buffer)
    end
end

local CONTENT_MODIFIED = -32801

--- Asks a client and waits: { error =, result = }. What an edit has overtaken is asked again.
function M.answer_of(client, method, parameters, buffer)
    local answer
    local function ask()
        M.ask(client, method, parameters, buffer, function(error, result)
            if error and error.code == CONTENT_MODIFIED then
                ask()
            else
                answer = { error = error, result = result }
            end
        end)
    end
    ask()
    vim.wait(5000, function()
        return answer ~= nil
    end, 10)
    return answer or { error = { message = 'no answer' } }
end

--- A request of the server about a buffer; waits for the answer, nil on failure.
function M.request(buffer, method, parameters)
    local client = M.client(buffer)
    if not client then
        vim.notify('vtosca does not run for this buffer', vim.log.levels.WARN)
        return nil
    end
    parameters = vim.tbl_extend('force', { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, parameters or {})
    local answer = M.answer_of(client, method, parameters, buffer)
    if answer.error then
        vim.notify('vtosca: ' .. answer.error.message, vim.log.levels.ERROR)
        return nil
    end
    return answer.result
end

--- `require('vtosca').setup { … }`: the settings above, and start for every TOSCA file.
function M.setup(settings)
    M.settings = vim.tbl_deep_extend('force', M.settings, settings or {})
    vim.api.nvim_create_autocmd({ 'FileType' }, {
        group = vim.api.nvim_create_augroup('vtosca', {}),
        pattern = 'yaml',
        callback = function(event)
            if M.is_tosca(event.buf) then
                M.start(event.buf)
            end
        end,
    })
end

return M
