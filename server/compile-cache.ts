/**
 * Where V8 keeps compiled modules: made by the build for what every start loads, and added to where the folder can be written.
 * A start compiles nothing then. V8 refuses what was compiled by another version or with other flags, and compiles it.
 */
export const compileCache = { directory: 'build/compile-cache', portable: true }
