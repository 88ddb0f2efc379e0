include Kernel
