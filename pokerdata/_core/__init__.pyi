"""C++ kernels of pokerdata: one submodule a folder of cpp/pokerdata, with a stub of the same name."""
