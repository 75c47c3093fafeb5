import { z } from 'zod'

import { HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineJob, type JobRun } from '#app/platform/jobs/job.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialTexts } from './messages.ts'
import { createFetchWithin } from './reading/fetch-within.server.ts'
import { measureHome } from './reading/measure-home.server.ts'
import { openSite, readTrialSite, TrialFailed, type TrialFailure } from './reading/read-trial-site.server.ts'
import { readTrialPageTask, type TrialPage } from './reading/trial-page.ts'
import type { Figures, Measured } from './reading/measured.ts'

/** Reads and measures a visitor's site, in a lane of its own, so that it does not delay mail. */
export const readTrial = defineJob({
  name: 'read-site-trial',
  lane: 'trials',
  payload: z.object({ id: z.string() }),
  maxAttempts: 2,
  deadline: MINUTE,
  run: runReading,
  givenUp: (ctx, { id }) => endAsFailed(ctx, id, 'unreachable'),
})

async function runReading(ctx: Ctx, { id }: { id: string }, { signal }: JobRun): Promise<void> {
  const trial = await ctx.db
    .updateTable('site_trial')
    .set({ state: 'reading' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'reading'])
    .returning(['url'])
    .executeTakeFirst()
  if (!trial) return
  // Delete the pages of an earlier, interrupted attempt.
  await ctx.db.deleteFrom('site_trial_page').where('trial_id', '=', id).execute()
  try {
    const begunAt = ctx.clock.now()
    const onPage = (page: TrialPage, position: number) => storePage(ctx, id, page, position)
    const [theirs, ours] = await Promise.all([
      readTrialSite(ctx, trial.url, { signal, onPage }),
      measureOwnHome(ctx, signal),
    ])
    const finishedAt = ctx.clock.now()
    const figures: Figures = { theirs, ours, readingTime: finishedAt - begunAt }
    await ctx.db
      .updateTable('site_trial')
      .set({ state: 'done', figures: JSON.stringify(figures), finished_at: finishedAt })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (!(error instanceof TrialFailed)) throw error
    await endAsFailed(ctx, id, error.reason)
  }
}

async function storePage(ctx: Ctx, id: string, page: TrialPage, position: number): Promise<void> {
  const { url, title, language, passages, signs } = page
  const texts = { passages: JSON.stringify(passages), signs: JSON.stringify(signs) }
  // The visitor may have deleted the trial.
  const isThere = await ctx.db.selectFrom('site_trial').select('id').where('id', '=', id).executeTakeFirst()
  if (!isThere) throw new TrialFailed('empty')
  await ctx.db
    .insertInto('site_trial_page')
    .values({ trial_id: id, position, url, title, language, ...texts })
    .execute()
}

async function endAsFailed(ctx: Ctx, id: string, reason: TrialFailure): Promise<void> {
  const trial = await ctx.db
    .selectFrom('site_trial')
    .select('language')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!trial) return
  const { failures } = await wordedTexts({ ...ctx, language: trial.language }, trialTexts)
  const names = { 'too-large': 'tooLarge', 'too-slow': 'tooSlow' } as const
  const failure = failures[reason === 'too-large' || reason === 'too-slow' ? names[reason] : reason]
  await ctx.db
    .updateTable('site_trial')
    .set({ state: 'failed', failure, finished_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}

type Kept = { measured: Measured | null }

const createKept = (): Kept => ({ measured: null })

/** Measures our own home page as a visitor gets it, at most once an hour; null if it is unreachable. */
async function measureOwnHome(ctx: Ctx, signal: AbortSignal): Promise<Measured | null> {
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
