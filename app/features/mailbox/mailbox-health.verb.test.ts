import { expect, test } from 'vitest'

import { readAdminShell } from '#app/features/admin/layout/read-admin-shell.server.ts'
import { noteFailure, startReading, takeMailbox } from './mailbox-state.server.ts'
import { readMailboxGauges } from '#app/platform/gauges.server.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { findMailboxHealth, mailboxId } from '#app/platform/email/mailbox-health.server.ts'

const env = { IMAP_URL: 'imaps://hello%40agency.example:secret@imap.agency.example/INBOX' }
const seconds = async (ctx: Parameters<typeof readMailboxGauges>[0]) =>
  (await readMailboxGauges(ctx)).map(({ samples }) => samples[0]?.value)

test('without a mailbox there is nothing to tell', async () => {
  const ctx = asOwner(await createTestCtx())
  expect(await findMailboxHealth(ctx)).toBeNull()
  expect(await readAdminShell(ctx, new URLSearchParams())).toMatchObject({ mailboxOutage: null })
  expect(await seconds(ctx)).toEqual([0])
})

test('a failure is told at once, on every page after five minutes, and no longer once it is over', async () => {
  const ctx = asOwner(await createTestCtx({ env }))
  expect(await findMailboxHealth(ctx)).toEqual({ connectedAt: null, lastMailAt: null, failure: null })
  const imap = await ctx.imap(ctx)
  if (!imap) throw new Error('The mailbox is missing.')
  const place = { box: mailboxId(imap), holder: 'one', uidValidity: '7' }
  await takeMailbox(ctx, place.box, 'one')
  await noteFailure(ctx, place.box, 'The mail server does not answer.')
  ctx.clock.advance(60_000)
  await noteFailure(ctx, place.box, 'The mail server refused the user or the password in IMAP_URL.')
  const reason = 'The mail server refused the user or the password in IMAP_URL.'
  expect((await findMailboxHealth(ctx))?.failure).toEqual({ reason, since: ctx.clock.now() - 60_000 })
  expect(await readAdminShell(ctx, new URLSearchParams())).toMatchObject({ mailboxOutage: null })
  ctx.clock.advance(240_000)
  expect(await readAdminShell(ctx, new URLSearchParams())).toMatchObject({ mailboxOutage: { reason } })
  expect(await seconds(ctx)).toEqual([300])
  await startReading(ctx, place)
  expect(await readAdminShell(ctx, new URLSearchParams())).toMatchObject({ mailboxOutage: null })
  expect(await findMailboxHealth(ctx)).toMatchObject({ connectedAt: ctx.clock.now(), failure: null })
})
