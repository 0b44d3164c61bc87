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
    --- Keys in buffers of TOSCA, see |vtosca-keys|; false leaves them alone.
    keymaps = true,
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
    for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
        -- most lines do not hold the word, and a plain search is quick
        if line:find('tosca_definitions_version', 1, true)
            and line:match('^%s*["\']?tosca_definitions_version["\']?%s*:') then
            return true
        end
    end
    return false
end

--- Neovim may take a server for one that runs if its first answer is read after its end.
local function is_ours(client)
    if client.name ~= 'vtosca' then
        return false
    end
    if vim.fn.has('nvim-0.11') == 1 then
        return not client:is_stopped()
    end
    return not client.is_stopped()
end

--- All servers of ours that run.
function M.clients()
    return vim.tbl_filter(is_ours, vim.tbl_values(vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()))
end

--- The client of a buffer, or nil.
function M.client(buffer)
    buffer = (buffer == nil or buffer == 0) and vim.api.nvim_get_current_buf() or buffer
    local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer })
        or vim.lsp.buf_get_clients(buffer)
    for _, client in pairs(clients) do
        if is_ours(client) then
            return client
        end
    end
    return nil
end

--- What tells the folder of a project, the strongest first.
local markers = { '.git', 'TOSCA.meta', 'config.yaml' }

--- The folder of the project that a file is in: a type is used by templates in other folders, too.
function M.root_of_file(file)
    local folder = vim.fn.fnamemodify(file, ':p:h')
    for _, marker in ipairs(markers) do
        local candidate = folder
        while true do
            if vim.loop.fs_stat(candidate .. '/' .. marker) then
                return candidate
            end
            local parent = vim.fn.fnamemodify(candidate, ':h')
            if parent == candidate then
                break
            end
            candidate = parent
        end
    end
    return folder
end

function M.root_of(buffer)
    local file = vim.api.nvim_buf_get_name(buffer)
    return file ~= '' and M.root_of_file(file) or vim.loop.cwd()
end

local function holds(folder, other)
    return other == folder or vim.startswith(other, folder:gsub('/$', '') .. '/')
end

--- One server looks after all folders, nested or not: it is told of those that it does not know yet.
function M.add_folder(client, root)
    for _, folder in ipairs(client.workspace_folders or {}) do
        if holds(vim.uri_to_fname(folder.uri), root) then
            return
        end
    end
    local folder = { uri = vim.uri_from_fname(root), name = root }
    local parameters = { event = { added = { folder }, removed = {} } }
    client.workspace_folders = client.workspace_folders or {}
    table.insert(client.workspace_folders, folder)
    if vim.fn.has('nvim-0.11') == 1 then
        client:notify('workspace/didChangeWorkspaceFolders', parameters)
    else
        client.notify('workspace/didChangeWorkspaceFolders', parameters)
    end
end

--- A server that was killed is started at once, but not again and again; after that, when typing pauses.
local MOST_RESTARTS, WITHIN = 5, 180
local AFTER_EXIT = 100 -- milliseconds, until the editor has forgotten it
local restarts = {}

local function may_restart()
    local now = os.time()
    restarts = vim.tbl_filter(function(time)
        return now - time < WITHIN
    end, restarts)
    table.insert(restarts, now)
    return #restarts <= MOST_RESTARTS
end

local function start_for_all()
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
        if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype:match('^yaml') and M.is_tosca(buffer) then
            M.start(buffer)
        end
    end
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
            fadesAbsent = true,
            presenceNotifications = true,
        },
        reuse_client = function(client, config)
            if client.name == 'vtosca' and config.root_dir then
                M.add_folder(client, config.root_dir)
            end
            return client.name == 'vtosca'
        end,
        handlers = {
            ['vtosca/presenceChanged'] = function(_, result)
                local buffer = vim.uri_to_bufnr(result.uri)
                if vim.api.nvim_buf_is_loaded(buffer) then
                    vim.b[buffer].vtosca_variant = type(result.active) == 'string' and result.active or ''
                    require('vtosca.presence').refresh(buffer)
                    require('vtosca.window').refresh(buffer)
                    vim.cmd('redrawstatus!')
                end
            end,
            ['workspace/textDocumentContent/refresh'] = function(_, parameters)
                require('vtosca.content').refresh(parameters.uri)
                return vim.NIL
            end,
        },
        on_init = function(client)
            -- The server says by itself what is wrong. Neovim 0.12, which would rather ask, does not ask again when it is
            -- told that there is something new.
            client.server_capabilities.diagnosticProvider = nil
        end,
        on_exit = function(code, signal, id)
            vim.defer_fn(function()
                require('vtosca.listening').ended(code ~= 0 or signal ~= 0)
                vim.diagnostic.reset(vim.lsp.diagnostic.get_namespace(id))
                if (code ~= 0 or signal ~= 0) and vim.v.exiting == vim.NIL and may_restart() then
                    start_for_all()
                end
            end, AFTER_EXIT)
        end,
        on_attach = function(client, buffer)
            M.add_folder(client, M.root_of(buffer))
            require('vtosca.listening').attached(buffer)
            require('vtosca.presence').attach(client, buffer)
            require('vtosca.base').attach(client, buffer)
            if M.settings.keymaps then
                require('vtosca.keys').map(buffer)
            end
            if M.settings.on_attach then
                M.settings.on_attach(client, buffer)
            end
        end,
    }
end

--- Starts the server for a buffer, or attaches the one that runs.
function M.start(buffer)
    if M.client(buffer) then
        return
    end
    local root = M.root_of(buffer)
    local running = M.clients()[1]
    if running then
        M.add_folder(running, root)
        vim.lsp.buf_attach_client(buffer, running.id)
        return
    end
    local started = M.started and vim.lsp.get_client_by_id(M.started)
    if started and is_ours(started) then
        vim.lsp.buf_attach_client(buffer, M.started) -- it has not answered yet
        return
    end
    local config = M.config()
    config.root_dir = root
    if vim.lsp.start then
        M.started = vim.lsp.start(config, { bufnr = buffer })
        return
    end
    M.started = vim.lsp.start_client(config) -- Neovim 0.7
    if M.started then
        vim.lsp.buf_attach_client(buffer, M.started)
    end
end

--- For a statusline: the active variant of the current buffer, if it has one.
---
---     vim.o.statusline = '%f %{v:lua.require("vtosca").statusline()}'
function M.statusline()
    local variant = vim.b.vtosca_variant
    return variant and variant ~= '' and ('◆ ' .. variant) or ''
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

--- How long an answer is waited for; Control-C gives up earlier.
M.patience = 120000

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
    vim.wait(M.patience, function()
        return answer ~= nil
    end, 10)
    return answer or { error = { message = 'no answer' } }
end

local function about(buffer, parameters)
    return vim.tbl_extend('force', { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, parameters or {})
end

--- The same without waiting, asked again as long as edits overtake it; `handler` gets the result, or nil.
function M.request_later(buffer, method, parameters, handler)
    local client = M.client(buffer)
    if not client then
        vim.notify('vtosca does not run for this buffer', vim.log.levels.WARN)
        handler(nil)
        return
    end
    M.ask(client, method, about(buffer, parameters), buffer, function(error, result)
        if error and error.code == CONTENT_MODIFIED then
            M.request_later(buffer, method, parameters, handler)
        elseif error then
            vim.notify('vtosca: ' .. error.message, vim.log.levels.ERROR)
            handler(nil)
        else
            handler(result)
        end
    end)
end

--- A request of the server about a buffer; waits for the answer, nil on failure.
function M.request(buffer, method, parameters)
    local client = M.client(buffer)
    if not client then
        vim.notify('vtosca does not run for this buffer', vim.log.levels.WARN)
        return nil
    end
    local answer = M.answer_of(client, method, about(buffer, parameters), buffer)
    if answer.error then
        vim.notify('vtosca: ' .. answer.error.message, vim.log.levels.ERROR)
        return nil
    end
    return answer.result
end

--- `require('vtosca').setup { … }`: the settings above, and start for every TOSCA file, also for one that
--- becomes TOSCA while it is written.
function M.setup(settings)
    M.settings = vim.tbl_deep_extend('force', M.settings, settings or {})
    local group = vim.api.nvim_create_augroup('vtosca', {})
    vim.api.nvim_create_autocmd({ 'FileType' }, {
        group = group,
        pattern = 'yaml*',
        callback = function(event)
            if M.is_tosca(event.buf) then
                M.start(event.buf)
            end
        end,
    })
    vim.api.nvim_create_autocmd({ 'BufWritePost', 'InsertLeave', 'TextChanged' }, {
        group = group,
        pattern = { '*.yaml', '*.yml', '*.tosca' },
        callback = function(event)
            local buffer = event.buf
            if not M.client(buffer) and vim.bo[buffer].filetype:match('^yaml') and M.is_tosca(buffer) then
                M.start(buffer)
            end
        end,
    })
end

return M
