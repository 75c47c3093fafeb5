import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { get, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { openBenchDatabase } from '../bench/bench-database.ts'
import type { Row } from '../bench/measure.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { sendInquiry } from '../tests/support/send-inquiry.ts'

const INQUIRIES = 10
const PAGES = 20
/** Milliseconds between two requests. */
const EVERY = 500
const groups = '/sys/fs/cgroup/memory'

type Fault = {
  what: string
  /** Returns what this machine lacks to try the fault; null if nothing. */
  missing(): string | null
  /** @returns what ends the fault */
  begin(app: AppServer): Promise<() => unknown>
  /** Set if nobody can connect during the fault. */
  isUnreachable?: true
}

const faults: readonly Fault[] = [
  {
    what: 'Each flush to the disk takes 200 ms',
    missing: () => missingProgram('strace'),
    begin: (app) => inject(app, 'fsync,fdatasync:delay_enter=200000'),
  },
  {
    what: 'The disk has become read-only',
    missing: () => missingProgram('strace'),
    begin: (app) => inject(app, 'pwrite64,fsync,fdatasync,ftruncate:error=EROFS'),
  },
  {
    what: 'The process has no file handle left',
    isUnreachable: true,
    missing: () => missingProgram('prlimit'),
    begin: ({ process: { pid } }) => {
      const ask = (...args: string[]) =>
        execFileSync('prlimit', [...args, `--pid=${pid}`], { encoding: 'utf8' })
      const before = ask('--nofile', '--noheadings', '--output=SOFT').trim()
      ask(`--nofile=${lowestFree(readdirSync(`/proc/${pid}/fd`))}:`)
      return Promise.resolve(() => ask(`--nofile=${before}:`))
    },
  },
  {
    what: 'Memory is limited to 1 GB, as by the unit, with 50 uploads of 2 MB at once',
    missing: () => (hasMemoryGroups() ? null : 'memory groups (cgroup v1) cannot be made here'),
    begin: async (app) => {
      const group = join(groups, `foyer-${app.process.pid}`)
      mkdirSync(group)
      writeFileSync(join(group, 'memory.limit_in_bytes'), String(1024 ** 3))
      writeFileSync(join(group, 'cgroup.procs'), String(app.process.pid))
      const body = new Uint8Array(2_000_000)
      const uploads = Array.from({ length: 50 }, () => upload(app, body))
      await pause(EVERY)
      return async () => {
        await Promise.all(uploads)
        for (const pid of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
          writeFileSync(join(groups, 'cgroup.procs'), pid)
        rmdirSync(group)
      }
    },
  },
]

const target =
  'while visitors can connect: pages 200, each inquiry stored or refused with a sentence; afterwards all as before, without a restart'

/** Tries a slow disk, a read-only disk, no file handles and little memory on a running server. */
export async function starveMachine(): Promise<Row[]> {
  const rows: Row[] = []
  for (const fault of faults) {
    const reason = fault.missing()
    if (reason) rows.push({ what: fault.what, measured: `NOT RUN: ${reason}`, target, ok: false })
    else rows.push(await measure(fault))
  }
  return rows
}

async function measure({ what, begin, isUnreachable }: Fault): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const database = await openBenchDatabase(folder, null)
  const app = await startAppServer({ ...database.env, LIMITS: 'off', LOG_LEVEL: 'fatal' })
  try {
    await statusOf(app)
    const end = await begin(app)
    const pages = Array.from({ length: PAGES }, (_, at) => pause(at * EVERY).then(() => statusOf(app)))
    const sent = Array.from({ length: INQUIRIES }, (_, at) => pause(2 * at * EVERY).then(() => inquire(app)))
    const shown = await Promise.all(pages)
    const answers = await Promise.all(sent)
    await end()
    const stored = () => database.count('lead')
    const count = (answer: Answer) => answers.filter((each) => each === answer).length
    const storedDuring = await stored()
    const after = `${(await statusOf(app)).status}, ${await inquire(app)}`
    const storedAfter = await stored()
    const slowest = Math.max(...shown.map(({ milliseconds }) => milliseconds))
    const good = shown.filter(({ status }) => status === 200).length
    return {
      what,
      measured: `${count('acknowledged')} inquiries acknowledged, ${count('refused')} refused with a sentence, ${count('none')} without; ${storedDuring} stored; cached pages over new connections ${good} of ${PAGES}, ${slowest.toFixed(0)} ms at most; afterwards ${after}`,
      target,
      ok:
        storedDuring === count('acknowledged') &&
        (isUnreachable || (count('none') === 0 && good === PAGES)) &&
        storedAfter === storedDuring + 1 &&
        after === '200, acknowledged',
    }
  } finally {
    await app.stop('SIGKILL')
    await database.close()
    rmSync(folder, { recursive: true })
  }
}

async function inject(app: AppServer, fault: string): Promise<() => unknown> {
  const [calls] = fault.split(':')
  const args = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${fault}`]
  const strace = spawn('strace', [...args, '-p', String(app.process.pid)], { stdio: 'inherit' })
  await pause(2000)
  return () => {
    strace.kill()
    return once(strace, 'exit')
  }
}

type Answer = 'acknowledged' | 'refused' | 'none'

async function inquire({ url }: AppServer): Promise<Answer> {
  try {
    const response = await sendInquiry(url, {}, {}, AbortSignal.timeout(30_000))
    if (response.ok) return 'acknowledged'
    const { error } = (await response.json()) as { error?: string }
    return error ? 'refused' : 'none'
  } catch {
    return 'none'
  }
}

/** Asks over a new connection, as a new visitor does. The status is 0 without an answer. */
function statusOf({ url }: AppServer): Promise<{ status: number; milliseconds: number }> {
  const start = performance.now()
  return new Promise((resolve) => {
    const end = (status = 0) => resolve({ status, milliseconds: performance.now() - start })
    get(url, { agent: false, timeout: 30_000 }, (response) => {
      response.resume().once('end', () => end(response.statusCode))
    })
      .once('timeout', end)
      .once('error', () => end())
  })
}

/** Uses a new connection, because the server closes it, and an inquiry sent over it would be lost. */
function upload({ url }: AppServer, body: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => {
    request(`${url}/contact`, { method: 'POST', agent: false }, (response) => {
      response.resume().once('close', resolve)
    })
      .once('error', resolve)
      .end(body)
  })
}

function lowestFree(handles: readonly string[]): number {
  const numbers = new Set(handles.map(Number))
  let lowest = 0
  while (numbers.has(lowest)) lowest += 1
  return lowest
}

function missingProgram(name: string): string | null {
  return spawnSync(name, ['--version']).error ? `${name} is not installed` : null
}

function hasMemoryGroups(): boolean {
  const probe = join(groups, `foyer-probe-${process.pid}`)
  try {
    mkdirSync(probe)
    rmdirSync(probe)
    return true
  } catch {
    return false
  }
}
