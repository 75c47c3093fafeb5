import { readdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

import { startAppServer } from './app-server.ts'
import { runCommandProcess } from './run-command.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'
import { until } from './until.ts'

export type ContinuousRound = {
  acknowledged: number
  /** Inquiries acknowledged more than ten seconds before the end and not restored. */
  lost: number
  doubled: number
  isIntact: boolean
  /** Seconds between the oldest acknowledgement that was not restored and the end. */
  behind: number
  restoreMilliseconds: number
  output: string
}

type Options = {
  perSecond: number
  /** Seconds from the first inquiry to the end. */
  seconds: number
}

/**
 * Kills a server that takes inquiries and ships to BACKUP_DIR, and deletes its data folder at once. Compares what is
 * restored from BACKUP_DIR alone, into an empty folder, with what was acknowledged.
 */
export async function loseTheMachine(
  variables: Record<string, string> & { DATA_DIR: string; BACKUP_DIR: string },
  { perSecond, seconds }: Options,
): Promise<ContinuousRound> {
  const env = { ...variables, NODE_ENV: 'production', LIMITS: 'off', LOG_LEVEL: 'error' }
  const server = await startAppServer(env)
  await until('the first base is shipped', () => hasCatalog(env.BACKUP_DIR))
  const load = await inquiriesUntil(server.url, perSecond, () => pause(seconds * 1000))
  await server.stop('SIGKILL')
  rmSync(env.DATA_DIR, { recursive: true })
  const acknowledgedAt = await load.end()
  const endedAt = load.endedAt()

  const start = performance.now()
  const { code, output } = await runCommandProcess(env, 'restore', ['latest'])
  const restoreMilliseconds = performance.now() - start
  if (code !== 0) throw new Error(`Not restored: ${output}`)
  const restored = await leadsOf(env)
  const known = new Set(restored.emails)
  const old = [...acknowledgedAt].filter(([, at]) => at < endedAt - 10_000)
  const missing = [...acknowledgedAt].filter(([email]) => !known.has(email)).map(([, at]) => at)
  return {
    acknowledged: acknowledgedAt.size,
    lost: old.filter(([email]) => !known.has(email)).length,
    doubled: restored.emails.length - known.size,
    isIntact: restored.isIntact,
    behind: missing.length === 0 ? 0 : (endedAt - Math.min(...missing)) / 1000,
    restoreMilliseconds,
    output,
  }
}

type Load = {
  /** When `work` was done, after which the machine is taken away. */
  endedAt(): number
  /** Stops sending. @returns the time of each acknowledgement, by the inquiry's e-mail address */
  end(): Promise<ReadonlyMap<string, number>>
}

/** Sends `perSecond` inquiries a second, each once, during `work` and until `end` is called. */
export async function inquiriesUntil(
  url: string,
  perSecond: number,
  work: () => Promise<void>,
): Promise<Load> {
  const acknowledgedAt = new Map<string, number>()
  const underWay: Promise<void>[] = []
  let sent = 0
  const stream = setInterval(() => {
    const email = `ship-${(sent += 1)}@example.com`
    underWay.push(
      sendOnce(url, email).then((isStored) => {
        if (isStored) acknowledgedAt.set(email, performance.now())
      }),
    )
  }, 1000 / perSecond)
  await work()
  const endedAt = performance.now()
  return {
    endedAt: () => endedAt,
    async end() {
      clearInterval(stream)
      await Promise.all(underWay)
      return acknowledgedAt
    },
  }
}

function hasCatalog(folder: string): boolean {
  return readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('catalog.json'))
}

async function sendOnce(url: string, email: string): Promise<boolean> {
  try {
    const token = await fetchFormToken(url)
    return (await sendInquiry(url, { email, message: `From ${email}.`, token })).ok
  } catch {
    return false
  }
}

async function leadsOf(env: Record<string, string>): Promise<{ emails: string[]; isIntact: boolean }> {
  const engine = await openDatabase(parseEnv({ ...env, NODE_ENV: 'test' }))
  try {
    const leads = await engine.db.selectFrom('lead').select('email').execute()
    const isIntact = await engine.checkIntegrity().then(
      () => true,
      () => false,
    )
    return { emails: leads.map(({ email }) => email), isIntact }
  } finally {
    await engine.close()
  }
}
