import { readContent } from '#app/features/content/site-content.server.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { countAddress, countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialFormTexts } from './form-messages.ts'
import { trialTexts } from './messages.ts'
import { readTrial } from './read-trial.job.server.ts'
import { trialPath } from './trial-link.server.ts'

/** The privacy page names this period too. */
const KEEP = 7 * DAY
/** With three read at a time, each accepted trial has its result within a minute. */
const MOST_OPEN = 6
const LONGEST = 200

const perAddress: ThrottleRule = { name: 'trial-address', limit: 6, windowMs: HOUR }
const perHost: ThrottleRule = { name: 'trial-host', limit: 6, windowMs: HOUR }
const inAll: ThrottleRule = { name: 'trial-all', limit: 120, windowMs: HOUR }

/** Offered only if a published page has the block and an AI provider is set up. */
export async function isTrialOffered(ctx: Ctx): Promise<boolean> {
  const { facts, pages } = await readContent(ctx)
  if (facts['software.hasProvider'] !== 'yes') return false
  return [...pages.values()].some(({ blocks }) => blocks.some(({ type }) => type === 'site-trial'))
}

type Asked = { address?: string; consent?: string }

/**
 * Queues the reading of a visitor's own site.
 * @throws {FieldErrors} address, consent; {AppError} not-found if it is off, too-many, unavailable while others are read
 */
export async function startTrial(
  ctx: Ctx,
  { address = '', consent }: Asked,
  clientAddress: string,
): Promise<{ path: string }> {
  const [{ errors }, form] = await Promise.all([
    wordedTexts(ctx, trialTexts),
    wordedTexts(ctx, trialFormTexts),
  ])
  if (!(await isTrialOffered(ctx))) throw new AppError('not-found', errors.off)
  const url = parseAddress(ctx, address)
  if (!url) throw new FieldErrors({ address: errors.address })
  if (consent !== 'on') throw new FieldErrors({ consent: errors.consent })
  const id = newId()
  const now = ctx.clock.now()
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'site-trial')
    await refuseWhileBusy(ctx, errors.busy)
    await countAddress(ctx, perAddress, clientAddress)
    await countAgainst(ctx, perHost, url.host)
    await countAgainst(ctx, inAll, 'all')
    await ctx.db
      .insertInto('site_trial')
      .values({
        id,
        url: url.href,
        host: url.host,
        consent_text: form.consent,
        language: ctx.language,
        state: 'waiting',
        failure: null,
        figures: null,
        lead_id: null,
        created_at: now,
        finished_at: null,
        expires_at: now + KEEP,
      })
      .execute()
    await enqueue(ctx, readTrial, { id })
  })
  return { path: trialPath(ctx, id) }
}

function parseAddress(ctx: Ctx, address: string): URL | null {
  const typed = address.trim()
  if (typed === '' || typed.length > LONGEST) return null
  try {
    const url = checkedUrl(typed.includes('://') ? typed : `https://${typed}`, ctx.outbound)
    url.hash = ''
    const isNamed = url.hostname.includes('.') || ctx.outbound.loopback
    return isNamed && url.href.length <= LONGEST ? url : null
  } catch {
    return null
  }
}

async function refuseWhileBusy(ctx: Ctx, sentence: string): Promise<void> {
  const { open } = await ctx.db
    .selectFrom('site_trial')
    .select((select) => select.fn.countAll<number>().as('open'))
    .where('state', 'in', ['waiting', 'reading'])
    // A trial left behind by a crashed process stops counting after two minutes.
    .where('created_at', '>', ctx.clock.now() - 2 * MINUTE)
    .executeTakeFirstOrThrow()
  if (open >= MOST_OPEN) throw new AppError('unavailable', sentence, { retryAfter: 60 })
}
