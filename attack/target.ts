import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { peakMegabytes } from '../bench/measure.ts'
import { startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { testOwner } from '../tests/support/owner-of-tests.ts'
import { createTestDatabase, type TestEngine } from '../tests/support/test-database.ts'
import { until } from '../tests/support/until.ts'

import { type Attacker, createAttacker } from './attacker.ts'
import type { Watched } from './probe.ts'
import { childrenMegabytes, cpuOf } from './proc.ts'

const WATCHED = '/about'
const QUIET_WITHIN = 60_000
const WEIGH_EVERY = 50

export type Target = Awaited<ReturnType<typeof startTarget>>

export async function startTarget(engine: TestEngine, options: { limits: boolean }) {
  const database = await createTestDatabase(engine)
  const smtp = await startSmtpServer()
  const env = {
    ...database.env,
    APP_SECRET: 'a0'.repeat(32),
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    FETCH_LOOPBACK: 'on',
    LIMITS: options.limits ? 'on' : 'off',
    LOG_LEVEL: 'error',
    SMTP_URL: smtp.url,
  }
  let running = await launch(env)
  let children = 0
  let weighing: NodeJS.Timeout | undefined
  const pid = () => Number(running.app.process.pid)
  const target = {
    engine,
    get attacker() {
      return running.attacker
    },
    isAlive: () => running.app.process.exitCode === null && running.app.process.signalCode === null,
    cpu() {
      if (!target.isAlive()) return Number.NaN
      const { own, ended } = cpuOf(pid())
      return own + ended
    },
    peak: () => peakMegabytes(running.app) + children,
    watch(): void {
      // Resets the kernel's peak memory.
      if (target.isAlive()) writeFileSync(`/proc/${pid()}/clear_refs`, '5')
      children = 0
      const weigh = () => {
        if (target.isAlive()) children = Math.max(children, childrenMegabytes(pid()))
      }
      weigh()
      weighing = setInterval(weigh, WEIGH_EVERY)
      running.probe.send('begin')
    },
    async watched(): Promise<Watched> {
      const answer = once(running.probe, 'message')
      running.probe.send('end')
      const [seen] = (await answer) as [Watched]
      clearInterval(weighing)
      return seen
    },
    quiet: () => untilIdle(target),
    async restart(): Promise<void> {
      await end(running)
      running = await launch(env)
    },
    async stop(): Promise<void> {
      await end(running)
      await smtp.close()
      await until('the database is free', () =>
        database.drop().then(
          () => true,
          () => false,
        ),
      )
    },
  }
  return target
}

type Running = { app: AppServer; attacker: Attacker; probe: ChildProcess }

async function launch(env: Parameters<typeof startAppServer>[0]): Promise<Running> {
  const app = await startAppServer(env)
  const attacker = createAttacker(app.url)
  await attacker.signIn()
  await fetch(app.url + WATCHED)
  const probe = fork(join(import.meta.dirname, 'probe.ts'), [app.url, WATCHED, String(app.process.pid)])
  await pause(100)
  return { app, attacker, probe }
}

async function end({ app, attacker, probe }: Running): Promise<void> {
  probe.disconnect()
  attacker.close()
  await app.stop('SIGKILL')
}

async function untilIdle({ cpu, isAlive }: { cpu(): number; isAlive(): boolean }): Promise<void> {
  let idle = 0
  let last = cpu()
  const deadline = performance.now() + QUIET_WITHIN
  while (idle < 3 && isAlive() && performance.now() < deadline) {
    await pause(60)
    const now = cpu()
    idle = now - last <= 10 ? idle + 1 : 0
    last = now
  }
}
