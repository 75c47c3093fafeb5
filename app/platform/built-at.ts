/** Put in by the build (vite.config.ts). */
declare const BUILT_AT: string

/** When this version was built, in milliseconds UTC: the last change of whatever has no date of its own. */
export const builtAt = Date.parse(BUILT_AT)

/** Put in by the build, of package.json. */
declare const VERSION: string

export const version = VERSION
