import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { createOwner, isFirstRun } from './features/auth/create-owner.server.ts'
import { SESSION_COOKIE } from './features/auth/session-cookie.ts'
import { setupCode } from './features/auth/setup-code.server.ts'
import { emailTemplates, jobs, schedules } from './jobs.server.ts'
import type { Ctx } from './platform/context.server.ts'
import { type Env, parseEnv } from './platform/env.server.ts'
import { queryKeysOf } from './platform/http/query-keys.ts'
import { ctxContext, type Visit, visitContext } from './platform/http/request-context.server.ts'
import { startWorker } from './platform/jobs/worker.server.ts'
import { RESYNC } from './platform/signals/signals.server.ts'
import { PAGES_TOPIC } from './platform/signals/topics.ts'
import { createRuntime } from './runtime.server.ts'

/** Environment, database, migrations, jobs and request handler, in this order; what fails first says why. */
export async function start(processEnv: Record<string, string | undefined>) {
  const env = parseEnv(processEnv)
  const { ctx, close } = await createRuntime(env, { emailTemplates })
  await createFirstOwner(ctx, env)
  const worker = startWorker(ctx, jobs, schedules)
  const handle = createRequestHandler(build, env.mode)

  return {
    env,
    ctx,
    /** What the HTTP server needs of us. */
    application: {
      http: env.http,
      log: ctx.log,
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
        for (const topic of [PAGES_TOPIC, RESYNC]) ctx.signals.subscribe(topic, listener)
      },
    },
    announcement: await announce(ctx, env),
    async drain(milliseconds: number): Promise<void> {
      await worker.drain(milliseconds)
      await close()
    },
  }
}

/** What the operator is told once the server listens. */
async function announce(ctx: Ctx, env: Env): Promise<string[]> {
  const lines = [`Site    ${env.http.publicUrl}`, `Admin   ${env.http.publicUrl}/admin`]
  if (await isFirstRun(ctx)) lines.push(`Set-up code for the owner's account: ${setupCode(ctx)}`)
  return lines
}

/** ADMIN_EMAIL and ADMIN_PASSWORD make the owner at the first start; later they change nothing. */
async function createFirstOwner(ctx: Ctx, env: Env): Promise<void> {
  if (!env.firstOwner || !(await isFirstRun(ctx))) return
  await createOwner(ctx, env.firstOwner)
  ctx.log.info({}, 'owner.created')
}
