# Modules are imported by name when they are first used, which PyInstaller cannot see.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = collect_submodules("mastermind_core")

# Stubs list the public names, for programs as for type checkers; pages and words are data files.
datas = collect_data_files(
    "mastermind_core", includes=["**/__init__.pyi", "**/*.html", "**/*.css", "**/*.js", "**/*.txt"]
)
