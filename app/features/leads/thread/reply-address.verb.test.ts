import { expect, test } from 'vitest'

import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { createTestCtx } from '#tests/support/test-ctx.ts'

import { leadOfReplyAddress, replyAddressOf } from './reply-address.server.ts'

const imap = 'imaps://hello%40agency.example:secret@imap.agency.example/INBOX'

test('an address leads back to its lead, whatever a mail program does to its case', async () => {
  const ctx = await createTestCtx({ env: { IMAP_URL: imap } })
  const leadId = newId()
  const address = await replyAddressOf(ctx, leadId)
  expect(address).toMatch(/^hello\+[a-z2-7]{36}@agency\.example$/)
  expect(leadOfReplyAddress(ctx, String(address))).toBe(leadId)
  expect(leadOfReplyAddress(ctx, String(address).toUpperCase())).toBe(leadId)
})

test('forged, truncated and foreign labels lead nowhere', async () => {
  const ctx = await createTestCtx({ env: { IMAP_URL: imap } })
  const address = String(await replyAddressOf(ctx, newId()))
  const other = String(await replyAddressOf(ctx, newId()))
  const label = address.slice(6, 42)
  const forged = `hello+${label.slice(0, 26)}${other.slice(32, 42)}@agency.example`
  const flipped = Array.from(label).map(
    (letter, at) => label.slice(0, at) + (letter === 'a' ? 'b' : 'a') + label.slice(at + 1),
  )
  const bad = [forged, address.replace(label, label.slice(1)), address.replace(label, label.slice(0, -1))]
  for (const text of [
    ...bad,
    address.replace(label, `${label}a`),
    'hello@agency.example',
    '',
    'hello+@a.example',
  ])
    expect(leadOfReplyAddress(ctx, text), text).toBeNull()
  for (const changed of flipped) {
    if (changed === label) continue
    expect(leadOfReplyAddress(ctx, address.replace(label, changed)), changed).toBeNull()
  }

  const foreign = { ...ctx, signer: createSigner('another secret, of 32 characters or more') }
  expect(leadOfReplyAddress(foreign, address)).toBeNull()
})

test('if the user is no address, the sender’s mailbox is used; without a mailbox there is no address', async () => {
  const env = { IMAP_URL: 'imap://agency:secret@127.0.0.1:143', MAIL_FROM: 'Desk <desk@agency.example>' }
  expect(await replyAddressOf(await createTestCtx({ env }), newId())).toMatch(
    /^desk\+[a-z2-7]+@agency\.example$/,
  )
  expect(await replyAddressOf(await createTestCtx(), newId())).toBeNull()
})

test('a mailbox whose name leaves no room for a label gets none', async () => {
  const env = { IMAP_URL: `imaps://${'n'.repeat(40)}%40agency.example:secret@imap.agency.example` }
  expect(await replyAddressOf(await createTestCtx({ env }), newId())).toBeNull()
})
