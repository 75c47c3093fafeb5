/** Set by the build (vite.config.ts). */
declare const BUILT_AT: string

/** Milliseconds UTC. Pages without a date of their own use it as their last change. */
export const builtAt = Date.parse(BUILT_AT)

declare const VERSION: string

export const version = VERSION
