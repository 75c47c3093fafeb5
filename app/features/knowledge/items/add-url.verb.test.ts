import { createServer } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { DAY } from '#app/platform/clock.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { createTexts, readQueued } from '#tests/support/knowledge.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { searchPassages } from '../search/search-passages.server.ts'

import { rereadPages } from '../reading/reread-pages.job.server.ts'
import { addUrl } from './add-item.server.ts'
import { getItem } from './get-item.server.ts'
import { listItems } from './list-items.server.ts'
import { renameItem } from './change-item.server.ts'
import { rereadItem, scheduleRereading } from './reread-item.server.ts'

const paragraph = 'Our workshop in Lisbon repairs accordions and concertinas of every age and make. '

/** Serves a page that a test can change, and returns its address. */
async function startPage(page: { status: number; body: string }): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(page.status, { 'content-type': 'text/html' }).end(page.body),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/page`
}

const html = (text: string) =>
  `<html lang="en-GB"><head><title>Accordions</title><link rel="canonical" href="/canonical"></head>
  <body><nav>Menu of the site</nav><article><h1>Repairs</h1><p>${text}</p></article></body></html>`

test('a page is read with its title, language and canonical address, and read again', async () => {
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const page = { status: 200, body: html(paragraph.repeat(5)) }
  const url = await startPage(page)
  const added = await addUrl(ctx, { url: ` ${url}#part ` })
  const { id } = assertDefined(added, 'the page was added')
  expect((await listItems(ctx)).items).toMatchObject([{ title: url, status: 'queued' }])
  await readQueued(ctx)
  const address = new URL('/canonical', url).href
  expect(await getItem(ctx, id)).toMatchObject({ kind: 'url', title: 'Accordions', address, language: 'en' })
  expect((await searchPassages(ctx, { query: 'Who repairs accordions?' }))[0]).toMatchObject({ address })
  expect(await searchPassages(ctx, { query: 'Menu of the site' })).toEqual([])

  await renameItem(ctx, { id, title: 'Our workshop' })
  page.body = html('Nowadays pianos and harpsichords are tuned here as well. '.repeat(5))
  expect(await addUrl(ctx, { url })).toEqual({ id, isNew: false })
  await readQueued(ctx)
  expect((await searchPassages(ctx, { query: 'harpsichords' }))[0]?.title).toBe('Our workshop')
  expect(await searchPassages(ctx, { query: 'concertinas' })).toEqual([])
})

test('a page that fails keeps what was read of it before, and says why', async () => {
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const page = { status: 200, body: html(paragraph.repeat(5)) }
  const added = await addUrl(ctx, { url: await startPage(page) })
  await readQueued(ctx)
  page.status = 500
  await rereadItem(ctx, assertDefined(added, 'the page was added').id)
  await readQueued(ctx)
  expect((await listItems(ctx)).items).toMatchObject([
    { status: 'failed', failure: 'The page answered with an error (500).', passages: 1 },
  ])
  expect(await searchPassages(ctx, { query: 'accordions' })).toHaveLength(1)
})

test('a page is read again by itself at its interval, and what changed is told', async () => {
  const ctx = asOwner(await createTestCtx({ env: { FETCH_LOOPBACK: 'on' } }))
  const page = { status: 200, body: html(paragraph.repeat(5)) }
  const { id } = (await addUrl(ctx, { url: await startPage(page) })) ?? { id: '' }
  await readQueued(ctx)
  await scheduleRereading(ctx, { id, every: 'day' })
  expect(await getItem(ctx, id)).toMatchObject({ rereadEvery: 'day', changedAt: null, changes: null })
  await expect(scheduleRereading(ctx, { id, every: 'minute' })).rejects.toMatchObject({ code: 'invalid' })

  page.body = html(`${paragraph.repeat(5)}</p><p>Pianos are tuned on Mondays.`)
  const rereadDue = async () => {
    await enqueue(ctx, rereadPages, {})
    await readQueued(ctx)
    return getItem(ctx, id)
  }
  expect((await rereadDue()).changedAt).toBeNull()
  ctx.clock.advance(DAY)
  const changes = [{ kind: 'added', text: 'Pianos are tuned on Mondays.' }]
  const changedAt = ctx.clock.now()
  expect(await rereadDue()).toMatchObject({ status: 'ready', changedAt, changes })
  ctx.clock.advance(DAY)
  expect(await rereadDue()).toMatchObject({ readAt: ctx.clock.now(), changedAt, changes })

  await scheduleRereading(ctx, { id, every: '' })
  ctx.clock.advance(DAY)
  expect((await rereadDue()).readAt).toBe(ctx.clock.now() - DAY)
  const [text] = await createTexts(ctx, { Text: 'Texts stay as they are.' })
  await expect(
    scheduleRereading(ctx, { id: assertDefined(text, 'one text was added'), every: 'day' }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('without the setting this machine is not read, in the words of an address that does not answer', async () => {
  const ctx = asOwner(await createTestCtx())
  await addUrl(ctx, { url: await startPage({ status: 200, body: html(paragraph) }) })
  await addUrl(ctx, { url: 'http://127.0.0.1:1/' })
  await readQueued(ctx)
  const { items } = await listItems(ctx)
  const failure = 'This address could not be reached. Please check it, and whether the page is public.'
  expect(items).toMatchObject([{ failure }, { failure }])
})
