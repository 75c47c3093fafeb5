import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { findConnection, mailAccess } from './mail-connections.server.ts'
import { noteOutage } from './mail-outage.server.ts'

/** Renews tokens each day, because unused ones expire, and so that withdrawn access is noticed before a mail waits. */
export const renewMailAccess = defineJob({
  name: 'renew-mail-access',
  lane: 'other',
  payload: z.object({}),
  maxAttempts: 3,
  async run(ctx) {
    for (const kind of ['outgoing', 'incoming'] as const) {
      const found = await findConnection(ctx, ctx.vault, kind)
      if (!found?.oauth || found.password === null) continue
      try {
        await mailAccess(ctx, kind, { provider: found.oauth, since: found.changedAt }).token(false)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'expired')) throw error
        // Reading the mailbox notes its own failures.
        if (kind === 'outgoing' && !(await ctx.mail(ctx))?.isVariable)
          await noteOutage(ctx, error.message, 'send')
      }
    }
  },
})
