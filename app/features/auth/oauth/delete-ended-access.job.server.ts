import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { LEFT_CLIENTS_LAST, UNUSED_CLIENTS_LAST } from './oauth-limits.ts'

/** Used codes are kept for a day, so that a second use is noticed. */
const CODES_STAY = DAY

export const deleteEndedAccess = defineJob({
  name: 'delete-ended-access',
  lane: 'other',
  payload: z.object({}),
  run: deleteEnded,
})

export async function deleteEnded(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('oauth_code')
    .where('expires_at', '<=', now - CODES_STAY)
    .execute()
  await ctx.db.deleteFrom('oauth_token').where('expires_at', '<=', now).execute()
  await ctx.db.deleteFrom('oauth_grant').where('expires_at', '<=', now).execute()
  await ctx.db
    .deleteFrom('oauth_grant')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth_token').select('grant_id').whereRef('grant_id', '=', 'oauth_grant.id'))),
    )
    .execute()
  await ctx.db
    .deleteFrom('oauth_client')
    .where(({ and, or, eb, not, exists, selectFrom }) =>
      or([
        and([eb('used_at', 'is', null), eb('created_at', '<=', now - UNUSED_CLIENTS_LAST)]),
        and([
          eb('used_at', '<=', now - LEFT_CLIENTS_LAST),
          not(exists(selectFrom('oauth_grant').select('id').whereRef('client_id', '=', 'oauth_client.id'))),
        ]),
      ]),
    )
    .execute()
}
