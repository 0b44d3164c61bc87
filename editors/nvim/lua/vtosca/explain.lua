--- Why the element at the cursor is present or absent: reasons that lead to their places.
local vtosca = require('vtosca')

local M = {}

local function content_of(result)
    local content = { head = result.display, lines = {}, places = {}, marks = {} }
    -- variants with the same reasons share them
    local blocks, by_text = {}, {}
    for _, variant in ipairs(result.variants) do
        local texts = vim.tbl_map(function(step)
            return step.depth .. step.text
        end, variant.steps)
        local key = variant.presence .. '\n' .. table.concat(texts, '\n')
        if by_text[key] then
            table.insert(by_text[key].names, variant.name)
        else
            by_text[key] = { names = { variant.name }, presence = variant.presence, steps = variant.steps }
            table.insert(blocks, by_text[key])
        end
    end
    for _, block in ipairs(blocks) do
        if #content.lines > 0 then
            table.insert(content.lines, '')
        end
        table.insert(content.lines, table.concat(block.names, ', ') .. ': ' .. block.presence)
        table.insert(content.marks, { group = 'Title', line = #content.lines - 1, start = 0, finish = -1 })
        for _, step in ipairs(block.steps) do
            table.insert(content.lines, string.rep('  ', step.depth + 1) .. step.text)
            content.places[#content.lines] = step.location
        end
    end
    return content
end

function M.explain()
    local buffer = vim.api.nvim_get_current_buf()
    local client = vtosca.client(buffer)
    local position = vim.lsp.util.make_position_params(0, client and client.offset_encoding).position
    require('vtosca.window').list('explain', buffer, function(done)
        vtosca.request_later(buffer, 'vtosca/explain', { position = position }, function(result)
            done(result and result ~= vim.NIL and content_of(result))
        end)
    end)
end

return M
