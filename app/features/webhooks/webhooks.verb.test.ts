import { execFileSync, spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { changeLeadStatus } from '#app/features/leads/change-lead.server.ts'
import { eraseLead } from '#app/features/leads/delete-lead.server.ts'
import { jobs } from '#app/process/jobs.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import { JobPostponed } from '#app/platform/jobs/job.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { type Received, startReceiver } from '#tests/support/webhook-receiver.ts'

import { listDeliveries, resendDelivery } from './deliveries.server.ts'
import { deliver } from './deliver.server.ts'
import { startNext } from './queue-deliveries.server.ts'
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  sendTestEvent,
  turnOnWebhook,
} from './webhooks.server.ts'

const everything = ['lead.created', 'lead.changed', 'post.published']
const signal = new AbortController().signal

async function ready(answers?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answers)
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const { id, secret } = await addWebhook(ctx, { url: receiver.url, events: everything })
  return { ctx, receiver, id, secret }
}

/** Runs due deliveries in order until none is left. */
async function runDue(ctx: TestCtx): Promise<void> {
  for (;;) {
    const due = await ctx.db
      .selectFrom('job')
      .select(['id', 'payload'])
      .where('name', '=', 'deliver-webhook')
      .where('state', '=', 'waiting')
      .where('run_at', '<=', ctx.clock.now())
      .orderBy('run_at')
      .orderBy('id')
      .execute()
    if (due.length === 0) return
    for (const job of due) {
      const { id, round } = JSON.parse(job.payload) as { id: string; round: number }
      const set = await deliver({ ...ctx, actor: null }, { id, round, signal, startNext }).then(
        () => ({ state: 'done' as const }),
        (error: unknown) => {
          if (error instanceof JobPostponed) return { run_at: error.until }
          throw error
        },
      )
      await ctx.db.updateTable('job').set(set).where('id', '=', job.id).execute()
    }
  }
}

const bodiesOf = (received: readonly Received[]) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })

test('an inquiry is told with the fields of the lead', async () => {
  const { ctx, receiver } = await ready()
  const id = await createLead(ctx, { name: 'Ada', company: 'Engines' })
  await runDue(ctx)
  const [told] = bodiesOf(receiver.received)
  expect(told).toMatchObject({
    type: 'lead.created',
    data: { id, name: 'Ada', company: 'Engines', status: 'new' },
  })
  expect(told).not.toHaveProperty('data.search')
  expect(await listDeliveries(ctx, { state: 'delivered' })).toMatchObject([
    { kind: 'lead.created', status: 204 },
  ])
})

test('what a rolled-back transaction did is not told', async () => {
  const { ctx, receiver } = await ready()
  await expect(createLead(ctx, { email: 'no address' })).rejects.toThrow('')
  await runDue(ctx)
  expect(receiver.received).toEqual([])
})

const python = `
import base64, hmac, hashlib, json, sys
given = json.load(sys.stdin)
key = base64.b64decode(given['secret'][len('whsec_'):])
signed = f"{given['id']}.{given['timestamp']}.{given['body']}".encode()
expected = 'v1,' + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
print(any(hmac.compare_digest(expected, each) for each in given['signature'].split(' ')))
`

function verifiedByPython(secret: string, { headers, body }: Received): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  const input = JSON.stringify({ secret, id, timestamp, signature, body })
  return execFileSync('python3', ['-c', python], { input, encoding: 'utf8' }).trim() === 'True'
}

function verifiedByOpenssl(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice(6), 'base64').toString('hex')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const mac = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'],
    {
      input: signed,
    },
  )
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(`v1,${mac.toString('base64')}`)
}

const perl = `
use Digest::SHA qw(hmac_sha256); use MIME::Base64;
my ($secret, $signature, $head) = @ARGV;
my $body = do { local $/; <STDIN> };
my $mac = encode_base64(hmac_sha256($head . $body, decode_base64(substr($secret, 6))), '');
print scalar(grep { $_ eq "v1,$mac" } split(/ /, $signature)) ? 'True' : 'False';
`

function verifiedByPerl(secret: string, { headers, body }: Received): boolean {
  const head = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`
  const args = ['-e', perl, secret, String(headers['webhook-signature']), head]
  return execFileSync('perl', args, { input: body, encoding: 'utf8' }) === 'True'
}

const verifiers = [
  ['python3', verifiedByPython],
  ['openssl', verifiedByOpenssl],
  ['perl', verifiedByPerl],
] as const
const present = verifiers.filter(([program]) => !spawnSync(program, ['--version']).error)

test.skipIf(present.length === 0)(
  'others verify the signature, and that of the former secret for a day',
  async () => {
    const { ctx, receiver, id, secret } = await ready()
    await createLead(ctx, { message: 'Größe 👋🏽' })
    await runDue(ctx)
    const { secret: next } = await rotateSecret(ctx, { id })
    await sendTestEvent(ctx, { id })
    await runDue(ctx)
    ctx.clock.advance(DAY)
    await sendTestEvent(ctx, { id })
    await runDue(ctx)
    const [before, both, after] = receiver.received
    if (!before || !both || !after) throw new Error('Three were sent.')
    for (const [, verified] of present) {
      expect([before, both, after].map((each) => verified(secret, each))).toEqual([true, true, false])
      expect([before, both, after].map((each) => verified(next, each))).toEqual([false, true, true])
    }
  },
)

test('a receiver that is down for an hour loses nothing, and hears of each lead in order', async () => {
  const { ctx, receiver } = await ready()
  receiver.isDown = true
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) ids.push(await createLead(ctx))
  for (let minute = 0; minute < 60; minute += 1) {
    for (const id of ids)
      if (minute % 20 === 0)
        await changeLeadStatus(ctx, { id, status: minute % 40 === 0 ? 'contacted' : 'proposal' })
    await runDue(ctx)
    ctx.clock.advance(MINUTE)
  }
  expect(receiver.received).toEqual([])
  receiver.isDown = false
  ctx.clock.advance(HOUR)
  await runDue(ctx)
  const told = bodiesOf(receiver.received)
  expect(told).toHaveLength(20)
  for (const id of ids)
    expect(
      told.filter(({ data }) => data['id'] === id).map(({ type, data }) => [type, data['status']]),
    ).toEqual([
      ['lead.created', 'new'],
      ['lead.changed', 'contacted'],
      ['lead.changed', 'proposal'],
      ['lead.changed', 'contacted'],
    ])
  expect(await listDeliveries(ctx, { state: 'waiting' })).toEqual([])
})

test('a waiting delivery has one job, and a later one about the same lead none until it is delivered', async () => {
  const { ctx, receiver } = await ready([503])
  const id = await createLead(ctx)
  const waiting = async () =>
    ctx.db
      .selectFrom('job')
      .select('id')
      .where('name', '=', 'deliver-webhook')
      .where('state', '=', 'waiting')
      .execute()
  const queued = await waiting()
  expect(queued).toHaveLength(1)
  await runDue(ctx)
  await changeLeadStatus(ctx, { id, status: 'contacted' })
  await changeLeadStatus(ctx, { id, status: 'won' })
  expect(await waiting()).toEqual(queued)
  await runDue(ctx)
  expect(receiver.received).toEqual([])
  ctx.clock.advance(5 * SECOND)
  await runDue(ctx)
  expect(bodiesOf(receiver.received).map(({ data }) => data['status'])).toEqual(['new', 'contacted', 'won'])
  expect(await waiting()).toEqual([])
})

test('a delivery is tried after 5 s, 30 s, 2 min, 10 min, 1 h, and then hourly for three days', async () => {
  const { ctx, receiver, id } = await ready()
  receiver.isDown = true
  await createLead(ctx)
  const begun = ctx.clock.now()
  const waits: number[] = []
  for (;;) {
    const before = ctx.clock.now()
    await runDue(ctx)
    const [waiting] = await listDeliveries(ctx, { state: 'waiting' })
    if (!waiting) break
    waits.push(waiting.next_at - before)
    ctx.clock.advance(waiting.next_at - before)
  }
  expect(waits.slice(0, 7)).toEqual([5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, HOUR, HOUR])
  expect(new Set(waits.slice(4))).toEqual(new Set([HOUR]))
  expect(ctx.clock.now() - begun).toBeGreaterThan(3 * DAY - 2 * HOUR)
  expect(await listDeliveries(ctx, { state: 'dead' })).toMatchObject([{ status: 503 }])
  expect(await listWebhooks(ctx)).toMatchObject([{ id, disabled_at: ctx.clock.now() }])
})

test('a webhook that was turned off is told nothing until it is turned on, and what died is sent again', async () => {
  const { ctx, receiver, id } = await ready()
  receiver.isDown = true
  await createLead(ctx, { name: 'First' })
  for (let hour = 0; hour < 80; hour += 1) {
    await runDue(ctx)
    ctx.clock.advance(HOUR)
  }
  receiver.isDown = false
  await createLead(ctx, { name: 'Missed' })
  await turnOnWebhook(ctx, { id })
  const [dead] = await listDeliveries(ctx, { state: 'dead' })
  await resendDelivery(ctx, { id: dead?.id ?? '' })
  await createLead(ctx, { name: 'Later' })
  await runDue(ctx)
  expect(bodiesOf(receiver.received).map(({ data }) => data['name'])).toEqual(['First', 'Later'])
})

test('a delivery is sent again with its id', async () => {
  const { ctx, receiver, id } = await ready()
  await sendTestEvent(ctx, { id })
  await runDue(ctx)
  const [sent] = await listDeliveries(ctx, { state: null })
  await resendDelivery(ctx, { id: sent?.id ?? '' })
  await runDue(ctx)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([sent?.id, sent?.id])
})

test('a redirect is not followed', async () => {
  const { ctx, receiver, id } = await ready([302])
  await sendTestEvent(ctx, { id })
  await runDue(ctx)
  expect(receiver.received).toEqual([])
  expect(await listDeliveries(ctx, { state: 'waiting' })).toMatchObject([
    { error: 'The receiver redirects.' },
  ])
})

test.each([
  'http://127.0.0.1/hook',
  'http://10.0.0.1/hook',
  'http://[::1]/hook',
  'ftp://example.com/',
  'https://user:secret@example.com/',
  'no address',
])('%s is refused as an address', async (url) => {
  const ctx = asOwner(await createTestCtx())
  await expect(addWebhook(ctx, { url, events: everything })).rejects.toMatchObject({
    fields: { url: expect.any(String) },
  })
})

test('a webhook without events is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(addWebhook(ctx, { url: 'https://a.example/', events: ['other'] })).rejects.toMatchObject({
    fields: { events: expect.any(String) },
  })
})

test('nothing is kept of a lead that was erased, nor of a webhook that was removed', async () => {
  const { ctx, receiver, id } = await ready()
  const leadId = await createLead(ctx)
  await eraseLead(ctx, leadId)
  expect(await listDeliveries(ctx, { state: null })).toEqual([])
  await createLead(ctx)
  await removeWebhook(ctx, { id })
  await runDue(ctx)
  expect(receiver.received).toEqual([])
  for (const table of ['webhook', 'webhook_secret', 'webhook_delivery'] as const)
    expect(await ctx.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('the jobs of webhooks are known, in a lane of their own', () => {
  expect(jobs.get('deliver-webhook')?.lane).toBe('webhooks')
  expect(jobs.has('delete-old-deliveries')).toBe(true)
})
