# Modules are imported by name when they are first used, which PyInstaller cannot see.
from PyInstaller.utils.hooks import collect_submodules

hiddenimports = collect_submodules("mastermind_core")
