-- Neovim as a client of `yardstick lsp`: diagnostics, completion, hover and renaming in an example project.
-- Run by .ci/neovim, which sets YARDSTICK (the program) and WORK (a folder with a copy of the project).

local work = vim.env.WORK
local project = work .. "/project"
local done, failed = 0, 0

local function say(text)
  io.stdout:write(text .. "\n")
end

local function check(name, good, detail)
  if good then
    done = done + 1
    say("neovim: ok: " .. name)
  else
    failed = failed + 1
    say("neovim: FAILED: " .. name .. (detail and ("\n" .. tostring(detail)) or ""))
  end
end

-- Waits up to 20 seconds, because the machine may be busy.
local function wait(condition)
  return vim.wait(20000, condition, 20)
end

local function lines(path)
  return table.concat(vim.fn.readfile(project .. "/" .. path), "\n")
end

local config = {
  name = "yardstick",
  cmd = { vim.env.YARDSTICK, "lsp" },
  root_dir = project,
  capabilities = vim.lsp.protocol.make_client_capabilities(),
}

local client_id = nil

-- Opens a file of the project with the server attached, as an autocommand of a user would.
local function open(path)
  vim.cmd("edit " .. vim.fn.fnameescape(project .. "/" .. path))
  vim.bo.filetype = "yaml"
  local buffer = vim.api.nvim_get_current_buf()
  if vim.lsp.start then
    client_id = vim.lsp.start(config)
  else
    client_id = client_id or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, client_id)
  end
  return buffer
end

local function request(buffer, method, line, column, more)
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line, character = column },
  }
  for key, value in pairs(more or {}) do
    params[key] = value
  end
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    if answer.result then
      return answer.result
    end
    problem = answer.error and vim.inspect(answer.error) or problem
  end
  return nil, problem
end

-- The line and column of `text` in a buffer, both from 0.
local function find(buffer, text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return number - 1, column - 1
    end
  end
  error("there is no '" .. text .. "'")
end

local function replace(buffer, text, new)
  local line, column = find(buffer, text)
  vim.api.nvim_buf_set_text(buffer, line, column, line, column + #text, { new })
end

local function messages(buffer)
  return vim.tbl_map(function(one)
    return one.message
  end, vim.diagnostic.get(buffer))
end

local function main()
  local values = open("envs/prod.yml")
  check("the server starts", wait(function()
    local client = vim.lsp.get_client_by_id(client_id)
    return client and client.initialized ~= false and client.server_capabilities ~= nil and client.server_capabilities.hoverProvider ~= nil
  end))

  -- Diagnostics follow the text.
  replace(values, "replicas: 3", "replicsa: 3")
  local line = find(values, "replicsa")
  check("a misspelled key is reported at its line", wait(function()
    for _, one in ipairs(vim.diagnostic.get(values)) do
      if one.lnum == line and one.message:find("replicsa", 1, true) then
        return true
      end
    end
    return false
  end), vim.inspect(messages(values)))
  replace(values, "replicsa: 3", "replicas: many")
  check("a wrong type is reported", wait(function()
    local all = table.concat(messages(values), "\n")
    return all:find("integer", 1, true) ~= nil and all:find("replicsa", 1, true) == nil
  end), vim.inspect(messages(values)))
  replace(values, "replicas: many", "replicas: 3")
  check("diagnostics go when the mistake is mended", wait(function()
    return #vim.diagnostic.get(values) == 0
  end), vim.inspect(messages(values)))

  -- Completion and hover know the schema.
  vim.api.nvim_buf_set_lines(values, -1, -1, false, { "na" })
  local last = vim.api.nvim_buf_line_count(values) - 1
  local found, problem = request(values, "textDocument/completion", last, 2)
  local labels = vim.tbl_map(function(item)
    return item.label
  end, found and (found.items or found) or {})
  check("completion offers a key of the schema", vim.tbl_contains(labels, "name"), problem or vim.inspect(labels))
  vim.api.nvim_buf_set_lines(values, last, last + 1, false, {})

  local row, column = find(values, "replicas")
  local hover, why = request(values, "textDocument/hover", row, column + 1)
  local text = hover and vim.inspect(hover.contents) or ""
  check("hover shows the type of a data value", text:find("int", 1, true) ~= nil, why or text)

  -- Renaming reaches the schema, values files, templates and functions that get the values.
  local edit, refused = request(values, "textDocument/rename", row, column + 1, { newName = "copies" })
  check("rename answers", edit ~= nil, refused)
  if edit then
    local client = vim.lsp.get_client_by_id(client_id)
    vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding or "utf-16")
    vim.cmd("wall")
  end
  check("rename changes the values file", lines("envs/prod.yml"):find("copies: 3", 1, true) ~= nil)
  check("rename changes the schema", lines("config/schema.yml"):find("\ncopies: 1", 1, true) ~= nil)
  check("rename changes the template", lines("config/deployment.yml"):find("v.copies", 1, true) ~= nil)
  check("rename changes the rules", lines("config/rules.star"):find('values["copies"]', 1, true) ~= nil)
end

local good, problem = xpcall(main, debug.traceback)
if not good then
  failed = failed + 1
  say("neovim: FAILED: " .. tostring(problem))
end
say(("neovim %d.%d: %d passed, %d failed"):format(vim.version().major, vim.version().minor, done, failed))
for _, client in pairs(vim.lsp.get_active_clients and vim.lsp.get_active_clients() or vim.lsp.get_clients()) do
  client.stop(true)
end
vim.cmd(failed == 0 and "qall!" or "cquit 1")
