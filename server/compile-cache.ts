/**
 * Settings of Node's compile cache, which spares a start from compiling modules. The build fills the folder; a server
 * with write access adds modules loaded later. Other versions of Node, or other flags, ignore it.
 */
export const compileCache = { directory: 'build/compile-cache', portable: true }
