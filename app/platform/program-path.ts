import { join, resolve } from 'node:path'

/** The path of a separate program. scripts/build.ts bundles it; in development and tests, Node runs the source. */
export const programPath = (name: string, folder: string) =>
  import.meta.env?.PROD ? resolve('build/server', `${name}.js`) : join(folder, `${name}.server.ts`)
