"""What an editor pays for what it is told: Neovim and Emacs, on their one thread."""
import os
import re
import shutil
import subprocess
import tempfile

NEOVIM = """
local file = io.open(arg_path, 'rb'); local text = file:read('*a'); file:close()
local buffer = vim.api.nvim_create_buf(true, false)
local lines = {}
for line in io.lines(arg_document) do lines[#lines + 1] = line end
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
vim.api.nvim_set_current_buf(buffer)
local namespace = vim.api.nvim_create_namespace('bench')
local best
for _ = 1, 5 do
  local begin = os.clock()
  local found = {}
  for i, d in ipairs(vim.json.decode(text).params.diagnostics) do
    found[i] = {lnum = d.range.start.line, col = d.range.start.character,
      end_lnum = d.range['end'].line, end_col = d.range['end'].character,
      severity = d.severity, message = d.message}
  end
  vim.diagnostic.set(namespace, buffer, found)
  local cost = (os.clock() - begin) * 1000
  if not best or cost < best then best = cost end
end
io.stdout:write(string.format('cost %.3f\\n', best))
vim.cmd('qall!')
"""

EMACS = """
(let (best)
  (dotimes (_ 5)
    (let ((begin (float-time (get-internal-run-time))))
      (with-temp-buffer
        (insert-file-contents-literally "%s")
        (goto-char (point-min))
        (json-parse-buffer :object-type 'plist :null-object nil))
      (let ((cost (* 1000 (- (float-time (get-internal-run-time)) begin))))
        (if (or (not best) (< cost best)) (setq best cost)))))
  (princ (format "cost %%.3f\\n" best)))
"""


def cost_of(command):
    output = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    match = re.search(r"cost ([\d.]+)", output.stdout + output.stderr)
    return float(match[1]) if match else None


def in_neovim(message, document):
    with open("bench.lua", "w", encoding="ascii") as file:
        file.write(f"local arg_path = '{message}'\nlocal arg_document = '{document}'\n" + NEOVIM)
    return cost_of(["nvim", "--headless", "-u", "NONE", "-S", "bench.lua"])


def in_emacs(message, _document):
    with open("bench.el", "w", encoding="ascii") as file:
        file.write(EMACS % message)
    return cost_of(["emacs", "-Q", "--batch", "-l", "bench.el"])


EDITORS = (("nvim", "Neovim", in_neovim), ("emacs", "Emacs", in_emacs))


def report(all_measured, out):
    """For each text: what its first publication costs, and what the keys sent."""
    print("\n== what editors pay", file=out)
    here = os.getcwd()
    for measured in all_measured:
        told = [size for values in measured.sent.values() for size in values]
        silent = sum(size == 0 for size in told)
        row = (f"{measured.family} {measured.nodes}: the list has {len(measured.message) / 1000:.0f}"
               f" KB; {silent} of {len(told)} keys sent nothing")
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            with open("message.json", "wb") as file:
                file.write(measured.message)
            with open("document", "w", encoding="ascii") as file:
                file.write("x" * 100 + "\n")
                file.write(("x" * 100 + "\n") * (measured.size // 25))
            for program, name, run in EDITORS:
                cost = run("message.json", "document") if shutil.which(program) else None
                if cost is not None:
                    row += f"; {name} {cost:.1f} ms"
            os.chdir(here)
        print(row, file=out, flush=True)
