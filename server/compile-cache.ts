/**
 * Settings of Node's compile cache, so that a start reads compiled modules instead of compiling them. The build fills the
 * folder; a server that may write there adds modules that it loads later. Another version of Node, or other flags, ignore it.
 */
export const compileCache = { directory: 'build/compile-cache', portable: true }
