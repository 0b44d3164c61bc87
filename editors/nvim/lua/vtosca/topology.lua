--- The topology of the active variant: what is hosted where, as a tree, and below each node its other
--- relations. What is absent is faded.
local vtosca = require('vtosca')
local window = require('vtosca.window')

local M = {}

local signs = { present = '', absent = ' ✗', depends = ' ?', error = ' !' }

local function by_source(edges)
    local found = {}
    for _, edge in ipairs(edges) do
        found[edge.source] = found[edge.source] or {}
        table.insert(found[edge.source], edge)
    end
    return found
end

--- By id of a host: what is hosted on it. And the nodes that nothing hosts.
local function hosting_of(graph)
    local hosted, has_host = {}, {}
    for _, edge in ipairs(graph.edges) do
        if edge.hosting and edge.source ~= edge.target then
            hosted[edge.target] = hosted[edge.target] or {}
            table.insert(hosted[edge.target], edge)
            has_host[edge.source] = true
        end
    end
    local roots = vim.tbl_filter(function(node)
        return not has_host[node.id]
    end, graph.nodes)
    return hosted, #roots > 0 and roots or graph.nodes
end

local function content_of(uri, graph, variant)
    local content = { head = 'Topology of ' .. (variant or 'no variant'), lines = {}, places = {}, marks = {} }
    local nodes, relations = {}, by_source(graph.edges)
    for _, node in ipairs(graph.nodes) do
        nodes[node.id] = node
    end
    local hosted, roots = hosting_of(graph)

    local function add(text, element)
        table.insert(content.lines, text .. signs[element.presence])
        content.places[#content.lines] = { uri = uri, range = element.range }
        if element.presence == 'absent' then
            table.insert(content.marks, { group = 'VtoscaAbsent', line = #content.lines - 1, start = 0, finish = -1 })
        end
    end
    local shown = {}
    local function show(node, indentation, edge)
        add(indentation .. node.name .. (node.type and '  ' .. node.type or ''), {
            -- under a host that is one of several, absent is also what another one holds
            presence = edge and node.presence == 'present' and edge.presence or node.presence,
            range = node.range,
        })
        if shown[node.id] then
            return
        end
        shown[node.id] = true
        for _, relation in ipairs(relations[node.id] or {}) do
            local target = nodes[relation.target]
            if target and not relation.hosting then
                add(('%s    → %s: %s'):format(indentation, relation.name, target.name), relation)
            end
        end
        for _, relation in ipairs(hosted[node.id] or {}) do
            if nodes[relation.source] then
                show(nodes[relation.source], indentation .. '    ', relation)
            end
        end
    end
    for _, root in ipairs(roots) do
        show(root, '')
    end
    for _, node in ipairs(graph.nodes) do
        if not shown[node.id] then
            show(node, '') -- they host each other
        end
    end
    return content
end

--- As a tree, or in a language that others draw: `dot` or `mermaid`.
function M.show(format)
    local buffer = vim.api.nvim_get_current_buf()
    if format and format ~= '' then
        local result = vtosca.request(buffer, 'vtosca/graph', { format = format })
        if result then
            window.scratch('topology.' .. format, vim.split(vim.trim(result.text), '\n'), format)
        end
        return
    end
    local uri = vim.uri_from_bufnr(buffer)
    window.list('topology', buffer, function(done)
        vtosca.request_later(buffer, 'vtosca/graph', {}, function(graph)
            done(graph and content_of(uri, graph, vim.b[buffer].vtosca_variant))
        end)
    end)
end

return M
