# Modules are imported by name when they are first used, which PyInstaller cannot see.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = collect_submodules("mastermind_core")

# The claims of the documents are files beside the modules.
datas = collect_data_files("mastermind_core", includes=["reproduce/data/*.toml"])
