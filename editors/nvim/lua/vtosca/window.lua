--- Windows with lists that say what is where: they follow the template, and lead to its places.
local M = {}

local highlights = vim.api.nvim_create_namespace('vtosca_window')

--- Text in a scratch window, opened by the command `open`, or a split; q closes it.
function M.scratch(name, lines, filetype, open)
    local buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    vim.bo[buffer].modifiable = false
    vim.bo[buffer].bufhidden = 'wipe'
    vim.bo[buffer].filetype = filetype or ''
    pcall(vim.api.nvim_buf_set_name, buffer, 'vtosca://' .. name)
    vim.cmd(open or 'split')
    vim.api.nvim_win_set_buf(0, buffer)
    vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer })
    return buffer
end

--- By buffer: { source =, make =, places = }
local lists = {}

--- Goes to a place, in the window that shows its file if there is one.
local function go_to(place)
    local target = vim.uri_to_bufnr(place.uri)
    local window = vim.fn.bufwinid(target)
    if window >= 0 then
        vim.api.nvim_set_current_win(window)
        vim.cmd("normal! m'")
    else
        vim.cmd('wincmd p')
        vim.cmd('buffer ' .. target)
    end
    local start = place.range.start
    local line = math.min(start.line + 1, vim.api.nvim_buf_line_count(target))
    vim.api.nvim_win_set_cursor(0, { line, 0 })
    vim.cmd('normal! ^zv')
end

--- The words above a list stay where they are: in the bar of the window, or in its statusline where there
--- is none.
local function set_head(window, head)
    local text = (' ' .. head):gsub('%%', '%%%%')
    if vim.fn.exists('+winbar') == 1 then
        vim.wo[window].winbar = text
    else
        vim.wo[window].statusline = text
    end
end

local function fill(buffer, content)
    local list = lists[buffer]
    list.places = content.places or {}
    vim.bo[buffer].modifiable = true
    -- a name may hold whatever a text may
    local lines = vim.tbl_map(function(line)
        return (line:gsub('\n', ' '))
    end, content.lines)
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
    vim.bo[buffer].modifiable = false
    vim.api.nvim_buf_clear_namespace(buffer, highlights, 0, -1)
    for _, mark in ipairs(content.marks or {}) do
        vim.api.nvim_buf_add_highlight(buffer, highlights, mark.group, mark.line, mark.start, mark.finish)
    end
    for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
        set_head(window, content.head)
    end
end

--- A list about the buffer `source`: `make(done)` asks for its content and calls
--- done{ head =, lines =, places = by line, marks = }, now and when the presence in the buffer has changed.
function M.list(name, source, make)
    local content
    make(function(answer)
        content = answer or false
    end)
    vim.wait(require('vtosca').patience, function()
        return content ~= nil
    end, 10)
    if not content then
        return
    end
    local buffer = M.scratch(name, {})
    lists[buffer] = { source = source, make = make }
    for option, value in pairs({ wrap = false, number = false, relativenumber = false, cursorline = true }) do
        vim.wo[option] = value
    end
    fill(buffer, content)
    vim.keymap.set('n', '<CR>', function()
        local place = lists[buffer].places[vim.api.nvim_win_get_cursor(0)[1]]
        if place then
            go_to(place)
        end
    end, { buffer = buffer, desc = 'Go to the place of this line' })
    vim.api.nvim_create_autocmd('BufWipeout', {
        buffer = buffer,
        callback = function()
            lists[buffer] = nil
        end,
    })
end

--- The presence in a buffer has changed.
function M.refresh(source)
    for buffer, list in pairs(lists) do
        if list.source == source and vim.api.nvim_buf_is_loaded(buffer) then
            list.make(function(content)
                if content and lists[buffer] and vim.api.nvim_buf_is_loaded(buffer) then
                    fill(buffer, content)
                end
            end)
        end
    end
end

return M
