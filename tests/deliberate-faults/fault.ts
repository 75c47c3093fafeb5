type InNpmTest = { project: 'unit' | 'sqlite' | 'server' | 'server-sqlite'; suite?: never }
/** Its test is left out of `npm test`. */
type InTestAll = { project: 'whole-sqlite' | 'load-sqlite'; suite: 'all' }

/** One deliberate fault. Its tests must fail while `from`, which must occur once in the file, is replaced by `to`. */
export type Fault = {
  name: string
  /** What is broken. */
  what: string
  file: string
  from: string
  to: string
  tests: readonly string[]
  /** The tests run the built server. */
  needsBuild?: true
} & (InNpmTest | InTestAll)
