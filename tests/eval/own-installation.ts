import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { startAppServer } from '#tests/support/app-server.ts'

const TRIES = 300

/** Runs `work` over a fresh installation whose knowledge is the starter site, read as the built server reads it. */
export async function withOwnInstallation<Result>(work: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-eval-'))
  const variables = {
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    APP_SECRET: 'a secret for evaluations, thrown away after',
  }
  const server = await startAppServer(variables)
  const { ctx, close } = await createRuntime(parseEnv(variables))
  try {
    await untilSiteIsRead(variables)
    await server.stop()
    return await work(ctx)
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the server has read the site's pages, which it does one after the other. */
export async function untilSiteIsRead(variables: Record<string, string>): Promise<void> {
  const { ctx, close } = await createRuntime(parseEnv(variables))
  try {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const items = await ctx.db
        .selectFrom('knowledge_item')
        .select('status')
        .where('kind', '=', 'site')
        .execute()
      if (items.length > 0 && items.every(({ status }) => status === 'ready')) return
      await sleep(200)
    }
  } finally {
    await close()
  }
  throw new Error('The site was not read into the knowledge base within a minute.')
}
