# Modules are imported by name when they are first used, which PyInstaller cannot see.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = collect_submodules("mastermind_core")

# Stubs list the public names, for programs as for type checkers; words are data.
datas = collect_data_files("mastermind_core", includes=["**/__init__.pyi", "**/*.txt"])
