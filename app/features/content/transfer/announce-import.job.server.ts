import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { exportedSettings } from '#app/platform/settings/exported-settings.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'

import { TEXTS_TOPIC } from '#app/platform/text-translations.server.ts'

import { announceContent } from '../announce-content.server.ts'

/** Tells running instances about an import by a command, because SQLite carries no signals between processes. */
export const announceImport = defineJob({
  name: 'announce-import',
  lane: 'publishing',
  payload: z.object({}),
  run: tellOfImport,
})

async function tellOfImport(ctx: Ctx): Promise<void> {
  for (const { key } of exportedSettings()) await ctx.signals.publish(ctx, SETTINGS_TOPIC, key)
  await ctx.signals.publish(ctx, TEXTS_TOPIC)
  await announceContent(ctx)
}
