import { type ChildProcess, fork } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { onTestFinished } from 'vitest'

import { testSecret } from './test-ctx.ts'

type Word = 'started' | 'opened' | 'working'

export type TestProcess = {
  pid: number
  tell(word: 'open' | 'work' | 'end'): void
  /** Rejects with the standard error if the process ends before. */
  hears(word: Word): Promise<void>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Starts processes of `job-process.ts` on the database that `variables` name; each waits for its orders. */
export async function startProcesses(
  count: number,
  variables: Record<string, string>,
): Promise<TestProcess[]> {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    APP_SECRET: testSecret,
    TEST_PROCESSES: String(count),
    ...variables,
  }
  const processes = Array.from({ length: count }, () => startProcess(env))
  await Promise.all(processes.map((one) => one.hears('started')))
  return processes
}

/** Constants that the build defines (vite.config.ts). */
const built =
  'data:text/javascript,Object.assign(globalThis, { BUILT_AT: "2026-11-21", VERSION: "0.0.0-test" })'

function startProcess(env: Record<string, string>): TestProcess {
  const path = fileURLToPath(new URL('./job-process.ts', import.meta.url))
  const child = fork(path, { env, execArgv: ['--import', built], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const said = new Set<unknown>()
  child.on('message', (word) => said.add(word))
  const complaint = child.stderr ? text(child.stderr) : Promise.resolve('')
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code))
  })
  return {
    pid: child.pid ?? 0,
    ended,
    tell: (word) => void child.send(word),
    hears: (word) => (said.has(word) ? Promise.resolve() : nextWord(child, word, ended, complaint)),
  }
}

async function nextWord(
  child: ChildProcess,
  wanted: Word,
  ended: Promise<number | null>,
  complaint: Promise<string>,
): Promise<void> {
  const heard = new Promise<'heard'>((resolve) => {
    child.on('message', (word) => {
      if (word === wanted) resolve('heard')
    })
  })
  const outcome = await Promise.race([heard, ended])
  if (outcome !== 'heard')
    throw new Error(`A process ended with ${outcome} before it was ${wanted}: ${await complaint}`)
}
