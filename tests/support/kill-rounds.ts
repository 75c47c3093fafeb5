import { setTimeout as pause } from 'node:timers/promises'

import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'

import { freePort, startAppServer } from './app-server.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'

/** Hundreds wait while the server is away; asked every few milliseconds, it would be they who keep it from starting. */
const RETRY_AFTER = 250

type Sent = { email: string; acknowledged: boolean }

export type KillRounds = {
  acknowledged: number
  /** Acknowledged, and not stored. */
  lost: string[]
  /** Leads beyond one for each visitor. */
  doubled: number
  /** Notices and receipts queued beyond or short of two for each lead. */
  mailsAmiss: number
  /** Milliseconds from each new start to its first 200 of /readyz. */
  startTimes: number[]
}

/** Sends `perSecond` inquiries a second to a server that is ended by SIGKILL and started again, `rounds` times. */
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

/** As the form does: with one token, again and again until it is answered. */
async function sendUntilAnswered(url: string, sent: Sent, isOver: () => boolean): Promise<void> {
  let token: string | undefined
  while (!sent.acknowledged && !(isOver() && token === undefined)) {
    try {
      token ??= await fetchFormToken(url)
      const { status } = await sendInquiry(url, { email: sent.email, message: `From ${sent.email}.`, token })
      sent.acknowledged = status === 200
      // 408: on a busy machine it was sent too slowly; it is sent again, as is what a fault answered.
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
