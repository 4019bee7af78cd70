"""A real Neovim, with the client that is built in: it shows what is found, and its buffer is right after a code action."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from editor import MODEL, plant

_NVIM = shutil.which("nvim")
_SCRIPT = """
local function out(said)
  io.stdout:write(vim.fn.json_encode(said) .. "\\n")
end
local root = vim.fn.getcwd()
vim.cmd("edit acme/model.py")
local client = vim.lsp.start_client({
  name = "quantfence",
  cmd = { os.getenv("QF_PYTHON"), "-m", "lint_rules", "lsp" },
  root_dir = root,
  workspace_folders = { { uri = vim.uri_from_fname(root), name = "project" } },
})
vim.lsp.buf_attach_client(0, client)
local function shown()
  local codes = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    table.insert(codes, each.code or (each.user_data and each.user_data.lsp and each.user_data.lsp.code))
  end
  table.sort(codes)
  return codes
end
vim.wait(20000, function() return #shown() == 2 end, 20)
out({ before = shown(), lines = vim.tbl_map(function(each) return { each.lnum, each.col } end, vim.diagnostic.get(0)) })
for _, each in ipairs(vim.diagnostic.get(0)) do
  local code = each.user_data and each.user_data.lsp and each.user_data.lsp.code or each.code
  if code == "QF007" then
    vim.api.nvim_win_set_cursor(0, { each.lnum + 1, each.col })
  end
end
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {}, only = { "quickfix" } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 20000)
for _, answer in pairs(answers or {}) do
  for _, action in ipairs(answer.result or {}) do
    if action.edit and action.title:find("QF007") and not action.title:find("Ignore") then
      vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
      break
    end
  end
end
vim.wait(20000, function() return #shown() == 1 end, 20)
out({ after = shown(), text = vim.api.nvim_buf_get_lines(0, 0, -1, false) })
vim.cmd("qall!")
"""


@pytest.mark.skipif(_NVIM is None, reason="Neovim is not installed")
def test_neovim(tmp_path: Path) -> None:
    root = plant(tmp_path.resolve() / "project")
    script = tmp_path / "script.lua"
    script.write_text(_SCRIPT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUANTFENCE_")}
    environment |= {"QF_PYTHON": sys.executable, "XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    assert _NVIM is not None
    command = [_NVIM, "--headless", "--clean", "-n", "-c", f"luafile {script}"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=90, check=False)
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(said) == 2, done.stderr
    assert said[0]["before"] == ["QF001", "QF007"]
    assert said[1]["after"] == ["QF001"]
    assert "\n".join(said[1]["text"]) + "\n" == MODEL.replace("{prefix}.wrong", "{prefix}.head")
