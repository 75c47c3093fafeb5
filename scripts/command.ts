import type { runCommand } from '../app/commands.server.ts'

/** `node scripts/command.ts seed`: the commands live in the build, for they share the application's code. */
const [name = '', ...args] = process.argv.slice(2)
const bundle = new URL('../build/server/index.js', import.meta.url).href
const { runCommand: run } = (await import(bundle)) as { runCommand: typeof runCommand }
try {
  console.log((await run(process.env, name, args)).join('\n'))
} catch (error) {
  const { message, cause } = error as Error
  // What a visitor is spared, as that the disk is full, is the operator's to mend.
  const isSaid = !(cause instanceof Error) || message.includes(cause.message)
  console.error(isSaid ? message : `${message} The reason: ${cause.message}.`)
  process.exitCode = 1
}
