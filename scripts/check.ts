import { execFile } from 'node:child_process'

type Check = [name: string, command: string[]]

// First, because others read the generated types.
const typegen: Check = ['route types', ['react-router', 'typegen']]
/** Two run at a time, the longest first. */
const checks: Check[] = [
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['types', ['tsc', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']],
  ['format', ['oxfmt', '--check', '.']],
  [
    'imports',
    [
      'depcruise',
      'app',
      'server',
      'server.ts',
      'scripts',
      'tests',
      '--no-progress',
      '--cache=.cache/imports',
      '--cache-strategy=content',
    ],
  ],
  ['dead code', ['knip', '--cache', '--cache-location', '.cache/knip']],
  ['documentation', ['node', 'scripts/check-docs.ts']],
  ['content format', ['node', 'scripts/content-format.ts', '--check']],
  ['packages', ['node', 'scripts/check-packages.ts']],
  ['code', ['node', 'scripts/check-code.ts']],
]

type Outcome = { name: string; ok: boolean; seconds: number; output: string; isOwn: boolean }

function run([name, [command = '', ...args]]: Check): Promise<Outcome> {
  const start = performance.now()
  const env = { ...process.env, npm_config_loglevel: 'error' }
  return new Promise((resolve) => {
    execFile(command, args, { env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      const seconds = (performance.now() - start) / 1000
      const ok = error === null
      resolve({
        name,
        ok,
        seconds,
        output: ok ? stdout.trim() : `${stdout}${stderr}`,
        isOwn: command === 'node',
      })
    })
  })
}

const outcomes = [await run(typegen)]
const waiting = [...checks]
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await run(next))
}
await Promise.all([lane(), lane()])

for (const { name, ok, seconds, output, isOwn } of outcomes) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
  if (!ok) console.log(output)
  else if (isOwn && output !== '') console.log(`       ${output}`)
}
const failed = outcomes.filter(({ ok }) => !ok).length
console.log(failed === 0 ? `check: ${outcomes.length} ok` : `check: ${failed} of ${outcomes.length} failed`)
process.exit(failed === 0 ? 0 : 1)
