import { HOUR, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { createFetchWithin } from './fetch-within.server.ts'
import { measureHome } from './measure-home.server.ts'
import type { Measured } from './measured.ts'
import { openSite, TrialFailed } from './read-trial-site.server.ts'
import { readTrialPageTask } from './trial-page.ts'

type Kept = { measured: Measured | null }

const createKept = (): Kept => ({ measured: null })

/** Measures our own home page as a visitor gets it, at most once an hour; null if it is unreachable. */
export async function measureOwnHome(ctx: Ctx, signal: AbortSignal): Promise<Measured | null> {
  const kept = ctx.state.of(createKept)
  const now = ctx.clock.now()
  if (kept.measured && now - kept.measured.at < HOUR) return kept.measured
  const fetch = createFetchWithin(ctx, { late: AbortSignal.timeout(20 * SECOND), signal })
  const { publicUrl } = await ctx.site(ctx)
  try {
    const { home, mayRead } = await openSite(fetch, `${publicUrl}/`)
    const { bytes, contentType, url } = home
    const { files } = await ctx.pool.run(readTrialPageTask, { bytes, contentType, url }, { signal })
    kept.measured = await measureHome({ ...home, files, at: now }, { fetch, mayRead })
    return kept.measured
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof TrialFailed ? error.reason : error
    ctx.log.warn({ reason }, 'site_trial.own_home_not_measured')
    return null
  }
}
