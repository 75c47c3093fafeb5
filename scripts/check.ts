import { spawnSync } from 'node:child_process'

const checks: [name: string, command: string[]][] = [
  // First, because the next checks read the generated types.
  ['route types', ['react-router', 'typegen']],
  ['format', ['oxfmt', '--check', '.']],
  ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
  ['imports', ['depcruise', 'app', 'server', 'server.ts', 'scripts', 'tests', '--no-progress']],
  ['dead code', ['knip']],
  ['documentation', ['node', 'scripts/check-docs.ts']],
  ['content format', ['node', 'scripts/content-format.ts', '--check']],
  ['packages', ['node', 'scripts/check-packages.ts']],
  ['code', ['node', 'scripts/check-code.ts']],
  ['types', ['tsc']],
]

let failed = 0
for (const [name, [command = '', ...args]] of checks) {
  const start = performance.now()
  const run = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, npm_config_loglevel: 'error' },
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const ok = run.status === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (!ok) {
    failed += 1
    console.log(`${run.stdout}${run.stderr}`)
  } else if (command === 'node' && run.stdout !== '') {
    console.log(`       ${run.stdout.trim()}`)
  }
}
console.log(failed === 0 ? `check: ${checks.length} ok` : `check: ${failed} of ${checks.length} failed`)
process.exit(failed === 0 ? 0 : 1)
