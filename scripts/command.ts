import type { runCommand } from '../app/commands.server.ts'

/** `node scripts/command.ts seed`: the commands live in the build, for they share the application's code. */
const [name = '', ...args] = process.argv.slice(2)
const bundle = new URL('../build/server/index.js', import.meta.url).href
const { runCommand: run } = (await import(bundle)) as { runCommand: typeof runCommand }
try {
  console.log((await run(process.env, name, args)).join('\n'))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
