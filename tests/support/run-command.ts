import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs what `npm run <name> -- <args>` runs in a process of its own; resolves with its exit code and output. */
export async function runCommandProcess(
  env: Record<string, string>,
  name: string,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/command.ts', name, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  await once(child, 'close')
  return { code: child.exitCode, output }
}
