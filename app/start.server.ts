import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { SESSION_COOKIE } from './features/auth/session-cookie.ts'
import { emailTemplates, jobs, schedules } from './jobs.server.ts'
import { createSiteSettings } from './features/site/settings/site-settings.server.ts'
import { systemClock } from './platform/clock.ts'
import type { Ctx } from './platform/context.server.ts'
import { loadSecret } from './platform/crypto/secret.server.ts'
import { createSigner } from './platform/crypto/signer.server.ts'
import { migrate } from './platform/db/migrate.server.ts'
import { openDatabase } from './platform/db/open-database.server.ts'
import { createSmtpTransport } from './platform/email/mail-transport.server.ts'
import { type Env, parseEnv } from './platform/env.server.ts'
import { ctxContext, type Visit, visitContext } from './platform/http/request-context.server.ts'
import { startWorker } from './platform/jobs/worker.server.ts'
import { createLog } from './platform/log.server.ts'
import { queryKeysOf } from './platform/http/query-keys.ts'
import { openSignals } from './platform/signals/open-signals.server.ts'
import { RESYNC } from './platform/signals/signals.server.ts'

/** Environment, database, migrations, jobs and request handler, in this order; what fails first says why. */
export async function start(processEnv: Record<string, string | undefined>) {
  const env = parseEnv(processEnv)
  const log = createLog({ level: env.logLevel })
  const { ctx, close } = await createRuntime(env, log)
  const worker = startWorker(ctx, jobs, schedules)
  const handle = createRequestHandler(build, env.mode)

  return {
    env,
    log,
    ctx,
    /** What the HTTP server needs of us. */
    application: {
      http: env.http,
      log,
      sessionCookie: SESSION_COOKIE,
      appPath: '/admin',
      queryKeys: queryKeysOf(build.routes),
      handle(request: Request, visit: Visit): Promise<Response> {
        const context = new RouterContextProvider()
        context.set(ctxContext, ctx)
        context.set(visitContext, visit)
        return handle(request, context)
      },
      async isReady(): Promise<boolean> {
        return ctx.engine.ping().then(
          () => true,
          () => false,
        )
      },
      onPagesChanged(listener: () => void): void {
        for (const topic of ['pages', RESYNC]) ctx.signals.subscribe(topic, listener)
      },
    },
    /** What the operator is told once the server listens. */
    announcement: [`Site   ${env.http.publicUrl}`, `Admin  ${env.http.publicUrl}/admin`],
    async drain(milliseconds: number): Promise<void> {
      await worker.drain(milliseconds)
      await close()
    },
  }
}

/** The context of a process, without jobs or a server: scripts and tests use it too. */
export async function createRuntime(env: Env, log = createLog({ level: env.logLevel })) {
  const secret = loadSecret(env)
  const engine = await openDatabase(env)
  const migrated = await migrate(engine)
  if (migrated.length > 0) log.info({ migrated }, 'database.migrated')
  const signals = await openSignals(env, log)
  const ctx: Ctx = {
    db: engine.db,
    engine,
    clock: systemClock,
    log,
    signals,
    signer: createSigner(secret),
    mail: env.mail ? createSmtpTransport(env.mail.smtpUrl) : null,
    emailTemplates,
    site: createSiteSettings(env, signals, log),
    limits: env.limits,
    actor: null,
  }
  return {
    ctx,
    async close(): Promise<void> {
      ctx.mail?.close()
      await signals.close()
      await engine.close()
    },
  }
}
