import { setTimeout as pause } from 'node:timers/promises'

import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

import { freePort, startAppServer } from './app-server.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'

/** Milliseconds between tries; hundreds of visitors who retry at once would keep the server from starting. */
const RETRY_AFTER = 250

type Sent = { email: string; acknowledged: boolean }

export type KillRounds = {
  acknowledged: number
  /** Inquiries that were acknowledged but not stored. */
  lost: string[]
  /** Number of leads beyond one per visitor. */
  doubled: number
  /** Difference between the queued notices and receipts and two per lead. */
  mailsAmiss: number
  /** Milliseconds from each restart to its first 200 of /readyz. */
  startTimes: number[]
}

/** Sends `perSecond` inquiries a second to a server that is killed and restarted `rounds` times. */
export async function killUnderLoad(
  variables: Record<string, string>,
  { rounds, perSecond }: { rounds: number; perSecond: number },
): Promise<KillRounds> {
  const port = String(await freePort())
  const env = { ...variables, LIMITS: 'off', PORT: port, LOG_LEVEL: 'fatal' }
  let server = await startAppServer(env)
  const inquiries: Sent[] = []
  const underWay: Promise<void>[] = []
  let isOver = false
  const stream = setInterval(() => {
    const sent = { email: `kill-${inquiries.length}@example.com`, acknowledged: false }
    inquiries.push(sent)
    underWay.push(sendUntilAnswered(server.url, sent, () => isOver))
  }, 1000 / perSecond)

  const startTimes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const target = inquiries.length + 10 + Math.floor(Math.random() * 40)
    while (
      inquiries.filter(({ acknowledged }) => acknowledged).length < target * 0.6 ||
      inquiries.length < target
    )
      await pause(Math.random() * 20)
    await server.stop('SIGKILL')
    const start = performance.now()
    server = await startAppServer(env)
    startTimes.push(performance.now() - start)
  }
  clearInterval(stream)
  isOver = true
  await Promise.all(underWay)
  await server.stop()
  return { ...(await compare(env, inquiries)), startTimes }
}

/** Retries with one token until there is a response, as the form does. */
async function sendUntilAnswered(url: string, sent: Sent, isOver: () => boolean): Promise<void> {
  let token: string | undefined
  while (!sent.acknowledged && !(isOver() && token === undefined)) {
    try {
      token ??= await fetchFormToken(url)
      const { status } = await sendInquiry(url, { email: sent.email, message: `From ${sent.email}.`, token })
      sent.acknowledged = status === 200
      // On a busy machine a slow request may get a 408, which is retried like a server error.
      if (status < 500 && status !== 200 && status !== 408)
        throw new Error(`An inquiry was answered with ${status}.`)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('An inquiry')) throw error
      await pause(RETRY_AFTER)
    }
  }
}

async function compare(
  env: Record<string, string>,
  inquiries: readonly Sent[],
): Promise<Omit<KillRounds, 'startTimes'>> {
  const engine = await openDatabase(parseEnv({ ...env, NODE_ENV: 'test' }))
  const leads = await engine.db.selectFrom('lead').select('email').execute()
  const emails = await engine.db.selectFrom('email').select('id').execute()
  await engine.close()
  const stored = new Set(leads.map(({ email }) => email))
  const acknowledged = inquiries.filter((sent) => sent.acknowledged).map(({ email }) => email)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((email) => !stored.has(email)),
    doubled: leads.length - stored.size,
    mailsAmiss: Math.abs(emails.length - leads.length * 2),
  }
}
