import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import { readRange } from '../stats/range.ts'
import { collectFigures } from '../stats/read-dashboard.server.ts'

import { isShareKey } from './share-link.server.ts'

/** The figures for one who has the link and no account. @throws {AppError} not-found without a key that holds. */
export async function readSharedAnalytics(ctx: Ctx, params: URLSearchParams) {
  const key = params.get('key') ?? ''
  if (!(await isShareKey(ctx, key))) throw new AppError('not-found', 'This link leads nowhere any more.')
  const { siteName, timeZone } = await ctx.site(ctx)
  const now = ctx.clock.now()
  const today = dayOf(now, timeZone)
  const range = readRange(params, today)
  return { siteName, timeZone, now, today, range, key, dashboard: await collectFigures(ctx, range) }
}
