import type { runCommand } from '../app/process/commands.server.ts'

const [name = '', ...args] = process.argv.slice(2)
const bundle = new URL('../build/server/index.cjs', import.meta.url).href
const { default: built } = (await import(bundle)) as { default: { runCommand: typeof runCommand } }
try {
  console.log((await built.runCommand(process.env, name, args)).join('\n'))
} catch (error) {
  const { message, cause } = error as Error
  // The cause, such as a full disk, is hidden from visitors but not from the operator.
  const isSaid = !(cause instanceof Error) || message.includes(cause.message)
  console.error(isSaid ? message : `${message} The reason: ${cause.message}.`)
  process.exitCode = 1
}
