import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

test.describe.configure({ mode: 'serial' })

async function say(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
}

test(
  'the owner takes over a conversation, both write live, and hands it back',
  { tag: ['@main', '@needed'] },
  async ({ page, ownerPage, ai }) => {
    test.setTimeout(120_000)
    ai.behave({ kind: 'reply', text: 'Ok.' })
    await storeKey(ownerPage)

    ai.behave({ kind: 'hang', text: 'A voice agent is' })
    await page.goto('/services/ai-voice-agents')
    await page.getByRole('button', { name: 'Open chat' }).click()
    const panel = page.getByRole('dialog')
    const log = panel.getByRole('log', { name: 'Conversation' })
    await say(page, 'Can a zebra call you?')
    await expect(log.getByText('A voice agent is')).toBeVisible()

    await ownerPage.goto('/admin/conversations?q=zebra')
    await ownerPage.getByRole('link', { name: 'Can a zebra call you?' }).click()
    const transcript = ownerPage.getByRole('log', { name: 'Transcript' })
    await expect(transcript.getByText('Under way')).toBeVisible()
    await ownerPage.getByRole('button', { name: 'Take over' }).click()
    await expect(transcript.getByText('Cut off')).toBeVisible()
    await expect(log.getByText('This reply was cut off.')).toBeVisible()
    await expect(log.getByText('Our team has joined.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Retry' })).toBeHidden()

    const message = ownerPage.getByRole('textbox', { name: 'Message' })
    await expect(message).toBeFocused()
    await expect(ownerPage.getByRole('button', { name: 'Send' })).toBeDisabled()
    await message.fill('Ada here: **yes**, it can.')
    await ownerPage.getByRole('button', { name: 'Send' }).click()
    await expect(message).toHaveValue('')
    await expect(log.getByText('Ada here:')).toBeVisible()
    await expect(log.getByText('Team', { exact: true })).toBeVisible()

    const called = ai.requests.length
    await say(page, 'And at night?')
    await expect(log.getByText('And at night?')).toBeVisible()
    await expect(panel.getByRole('status', { name: 'Assistant is typing' })).toBeHidden()
    await expect(transcript.getByText('And at night?')).toBeVisible()
    await message.fill('At any hour.')
    await message.press('Enter')
    await expect(log.getByText('At any hour.')).toBeVisible()
    expect(ai.requests.length).toBe(called)

    await page.reload()
    await expect(log.getByText('At any hour.')).toHaveCount(1)
    await expect(panel.getByText('A person of our team answers')).toBeVisible()

    await ownerPage.getByRole('button', { name: 'Hand back' }).click()
    await expect(log.getByText('The assistant answers you again.')).toBeVisible()
    await expect(message).toBeHidden()
    ai.behave({ kind: 'reply', text: 'Zebras are welcome.' })
    await say(page, 'Thank you!')
    await expect(log.getByText('Zebras are welcome.')).toBeVisible()
    await expect(transcript.getByText('Zebras are welcome.')).toBeVisible()
    expect(JSON.stringify(ai.requests.at(-1)?.body)).toContain('At any hour.')
  },
)

test('nothing follows while the panel is closed, and what was missed is there when it opens', async ({
  page,
  ownerPage,
  ai,
}) => {
  ai.behave({ kind: 'reply', text: 'Ok.' })
  const opened: string[] = []
  const closed: string[] = []
  const isFollower = (url: string) => new URL(url).pathname.endsWith('/events')
  page.on('request', (request) => isFollower(request.url()) && opened.push(request.url()))
  page.on('requestfailed', (request) => isFollower(request.url()) && closed.push(request.url()))
  await page.goto('/about')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByText("Hello! I'm your AI assistant.")).toBeVisible()
  expect(opened).toEqual([])
  await say(page, 'Is an okapi a giraffe?')
  await expect(page.getByText('Ok.', { exact: true })).toBeVisible()
  await expect.poll(() => opened.length).toBe(1)
  await page.getByRole('button', { name: 'Close chat' }).click()
  await expect.poll(() => closed.length).toBe(1)

  await ownerPage.goto('/admin/conversations?q=okapi')
  await ownerPage.getByRole('link', { name: 'Is an okapi a giraffe?' }).click()
  await ownerPage.getByRole('button', { name: 'Take over' }).click()
  await ownerPage.getByRole('textbox', { name: 'Message' }).fill('It is.')
  await ownerPage.getByRole('button', { name: 'Send' }).click()
  await expect(ownerPage.getByRole('log').getByText('It is.')).toBeVisible()
  expect(opened).toHaveLength(1)
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByRole('dialog').getByText('It is.')).toBeVisible()
})

test('a conversation is marked, filtered, exported and deleted', async ({
  page,
  ownerPage,
  ai,
  expectedConsole,
}) => {
  // The visitor's open page reconnects after the deletion and gets a 404.
  expectedConsole.push('404')
  ai.behave({ kind: 'reply', text: 'Stripes.' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await say(page, 'What does a quagga wear?')
  await expect(page.getByText('Stripes.')).toBeVisible()

  await ownerPage.goto('/admin/conversations?q=quagga')
  await ownerPage.getByRole('link', { name: 'What does a quagga wear?' }).click()
  await expect(ownerPage.getByText(/[a-z]+ [\w.-]+ · \d+ \+ \d+ tokens · /)).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Mark' }).click()
  await expect(ownerPage.getByRole('button', { name: 'Unmark' })).toBeVisible()
  const download = ownerPage.waitForEvent('download')
  await ownerPage.getByRole('link', { name: 'Text' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/Assistant:\nStripes\.\n$/)

  await ownerPage.getByRole('link', { name: 'All conversations' }).click()
  await ownerPage.getByRole('checkbox', { name: 'Marked' }).check()
  await expect(ownerPage).toHaveURL(/marked=1/)
  await expect(ownerPage.getByRole('row')).toHaveCount(2)
  const csv = ownerPage.waitForEvent('download')
  await ownerPage.getByRole('link', { name: 'Export CSV' }).click()
  expect(await readFile(await (await csv).path(), 'utf8')).toContain('What does a quagga wear?')
  await ownerPage.getByRole('combobox', { name: 'Outcome' }).selectOption('Failed')
  await expect(ownerPage.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await ownerPage.goBack()
  await ownerPage.getByRole('link', { name: 'What does a quagga wear?' }).click()
  await ownerPage.getByRole('button', { name: 'Delete' }).click()
  await expect(ownerPage).toHaveURL(/\/admin\/conversations\?deletion=/)
  await expect(ownerPage.getByText('What does a quagga wear?')).toHaveCount(0)
})

test('axe finds nothing in the conversations, at three widths, dark and light', async ({
  ownerPage,
  engine,
}) => {
  test.skip(engine !== 'sqlite', 'The pages are the same over either database.')
  test.setTimeout(120_000)
  const transcripts: string[] = []
  for (const word of ['zebra', 'okapi']) {
    await ownerPage.goto(`/admin/conversations?q=${word}`)
    transcripts.push((await ownerPage.getByRole('row').getByRole('link').getAttribute('href')) ?? '')
  }
  for (const path of ['/admin/conversations', '/admin/conversations?q=nothing', ...transcripts])
    await expectAccessible(ownerPage, path)
})
