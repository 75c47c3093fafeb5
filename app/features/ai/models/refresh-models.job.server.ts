import { z } from 'zod'

import { findAccount } from '#app/features/ai/config/find-endpoints.server.ts'
import { providerIds, providers } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { noticeRecipients, queueEmail } from '#app/platform/email/queue-email.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { modelEndsEmail } from './model-ends.email.tsx'
import { refreshModelList } from './model-lists.server.ts'
import { findModelWarnings } from './model-warnings.server.ts'

/** Fetches the models of every provider with a key, and mails the owner if a chosen one ends or is gone. */
export const refreshModels = defineJob({
  name: 'refresh-models',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    for (const provider of providerIds) {
      const account = await findAccount(ctx, provider)
      if (account) await refreshModelList(ctx, account, signal)
    }
    await mailWarnings(ctx)
  },
})

async function mailWarnings(ctx: Ctx): Promise<void> {
  for (const { provider, model, reason, ends, successor } of await findModelWarnings(ctx))
    await queueEmail(ctx, {
      template: modelEndsEmail,
      props: { provider: providers[provider].label, model, reason, ends, successor },
      to: await noticeRecipients(ctx),
      dedupeKey: `model-ends:${provider}:${model}:${reason}`,
    })
}
