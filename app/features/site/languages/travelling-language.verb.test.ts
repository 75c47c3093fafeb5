import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'

import { bookingToken } from '#app/features/bookings/booking-records.server.ts'
import { moveByLink } from '#app/features/bookings/change-booking.server.ts'
import { remindOfBooking } from '#app/features/bookings/mails/remind-of-booking.job.server.ts'
import { loader as bookingPage } from '#app/features/bookings/visitor/booking.route.tsx'
import { loader as cancelPage } from '#app/features/bookings/visitor/cancel.route.tsx'
import { loader as movePage } from '#app/features/bookings/visitor/move.route.tsx'
import { moveLeadToInbox } from '#app/features/leads/change-lead.server.ts'
import { loader as trialPage } from '#app/features/site-trial/page/trial.route.tsx'
import { readTrial } from '#app/features/site-trial/read-trial.job.server.ts'
import { trialPath } from '#app/features/site-trial/trial-link.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { HOUR } from '#app/platform/clock.ts'
import { ctxContext } from '#app/platform/http/request-context.server.ts'
import { createBooking, freeTimesOf } from '#tests/factories/booking.ts'
import { createLead, createSpamLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { addLanguage, switchLanguage } from './change-languages.server.ts'

/** `ctx` is that of jobs, members and links without a prefix. */
async function createSite() {
  const ctx = await createTestCtx()
  await createTestOwner(ctx)
  await addLanguage(asOwner(ctx), 'de')
  const german: TestCtx = { ...ctx, language: 'de' }
  return { ctx, german }
}

async function subjectsOf(ctx: TestCtx, template: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('email')
    .select('subject')
    .where('template', '=', template)
    .orderBy('id')
    .execute()
  return rows.map(({ subject }) => subject)
}

type Loader = (args: never) => unknown

/** Returns where a page leads; null if it is shown. */
async function ledTo(ctx: TestCtx, loader: Loader, path: string): Promise<string | null> {
  const context = new RouterContextProvider()
  context.set(ctxContext, ctx)
  const request = new Request(`http://site.test${path}`)
  const [, , token] = new URL(request.url).pathname.split('/')
  try {
    await loader({ context, request, params: { token } } as never)
    return null
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get('location')
    throw thrown
  }
}

test('the receipt is in the language of the form, also once a member takes it out of the Spam folder', async () => {
  const { ctx, german } = await createSite()
  await createLead(german)
  await moveLeadToInbox(asOwner(ctx), await createSpamLead(german))
  await createLead(ctx)
  const [first, second, third] = await subjectsOf(ctx, 'lead-receipt')
  for (const subject of [first, second]) expect(subject).toMatch(/^Ihre Nachricht ist angekommen/)
  expect(third).not.toMatch(/^Ihre/)
  expect(await subjectsOf(ctx, 'lead-notice')).not.toContainEqual(expect.stringMatching(/Nachricht/))
})

test('invitation, change and reminder are in the language in which the meeting was booked', async () => {
  const { ctx, german } = await createSite()
  const { id } = await createBooking(german)
  const start = assertDefined((await freeTimesOf(ctx)).at(-1), 'there are more times')
  await moveByLink(ctx, { token: bookingToken(ctx, id), start })
  ctx.clock.advance(start - HOUR - ctx.clock.now())
  const job = { bookingId: id, sequence: 1, hours: 1 }
  const conclude = await remindOfBooking.run(ctx, job, { signal: new AbortController().signal })
  await conclude?.(ctx)
  const mails = await ctx.db
    .selectFrom('email')
    .select(['subject', 'language'])
    .where('template', '=', 'booking')
    .orderBy('id')
    .execute()
  expect(mails).toHaveLength(3)
  for (const { subject, language } of mails) {
    expect(language).toBe('de')
    expect(subject).not.toMatch(/^(Booked|Moved|Soon)|Monday|Tuesday|Wednesday|Thursday|Friday/)
  }
})

test.each([
  ['', bookingPage],
  ['/move', movePage],
  ['/cancel', cancelPage],
])('a link to a meeting without its prefix leads to its language: %s', async (page, loader) => {
  const { ctx, german } = await createSite()
  const { id } = await createBooking(german)
  const path = `/booking/${bookingToken(ctx, id)}${page}`
  expect(await ledTo(ctx, loader, `${path}?done=moved`)).toBe(`/de${path}?done=moved`)
  expect(await ledTo(german, loader, path)).toBeNull()
  await switchLanguage(asOwner(ctx), 'de')
  expect(await ledTo(ctx, loader, path), 'visitors no longer see the language').toBeNull()
  const { id: other } = await createBooking(ctx)
  expect(await ledTo(ctx, loader, `/booking/${bookingToken(ctx, other)}${page}`)).toBeNull()
})

test('a trial stays in the language in which it began, with the reason for which it failed', async () => {
  const { ctx, german } = await createSite()
  const now = ctx.clock.now()
  const stored = { state: 'waiting' as const, failure: null, figures: null, lead_id: null }
  await ctx.db
    .insertInto('site_trial')
    .values({
      id: 'trial',
      url: 'http://shop.example',
      host: 'shop.example',
      consent_text: '',
      language: german.language,
      created_at: now,
      finished_at: null,
      expires_at: now + HOUR,
      ...stored,
    })
    .execute()
  await readTrial.givenUp?.(ctx, { id: 'trial' }, new Error('The process ended.'))
  const { failure } = await ctx.db.selectFrom('site_trial').select('failure').executeTakeFirstOrThrow()
  expect(failure).toBe('Diese Website war nicht erreichbar.')
  expect(await ledTo(ctx, trialPage, trialPath(ctx, 'trial'))).toBe(`/de${trialPath(ctx, 'trial')}`)
  expect(await ledTo(german, trialPage, trialPath(ctx, 'trial'))).toBeNull()
})
