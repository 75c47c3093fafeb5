import type { Page } from '@playwright/test'

import { sendInquiry } from '#tests/support/send-inquiry.ts'

import { findings, sidewaysExcess } from './axe.ts'
import { expect, testOnFreshServer } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const test = testOnFreshServer()

async function openLead(page: Page, url: string, email: string) {
  await sendInquiry(url, { name: 'Ada Lovelace', email, message: 'Can an agent answer our calls?' })
  await page.goto(`/admin/leads?q=${encodeURIComponent(email)}`)
  await page
    .getByRole('link', { name: /Ada Lovelace/ })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'Reply' })).toBeVisible()
}

test(
  'a drafted reply with a file reaches the visitor, and a refused one is resent',
  { tag: '@main' },
  async ({ ownerPage: page, app, smtp, ai }) => {
    const email = 'ada@reply.example.com'
    const sent = () =>
      smtp.arrived.filter(({ envelope, subject }) => envelope.to.includes(email) && subject.startsWith('Re:'))
    await storeKey(page)
    await openLead(page, app.url, email)
    const reply = page.getByRole('textbox', { name: 'Reply' })
    const thread = page.getByRole('list', { name: 'Thread' })

    await test.step('what was typed survives a reload and a draft', async () => {
      await reply.fill('Dear Ada,')
      await expect(page.getByText('Draft saved')).toBeVisible()
      await page.reload()
      await page.locator('[data-state=awake]').first().waitFor()
      await expect(reply).toHaveValue('Dear Ada,')
      ai.behave({ kind: 'reply', text: 'Yes, **it can**.' })
      await page.getByRole('button', { name: 'Draft with the assistant' }).click()
      await expect(reply).toHaveValue('Dear Ada,\n\nYes, **it can**.')
      await page.getByRole('button', { name: 'Undo draft' }).click()
      await expect(reply).toHaveValue('Dear Ada,')
      await page.getByRole('button', { name: 'Draft with the assistant' }).click()
      await expect(page.getByRole('button', { name: 'Undo draft' })).toBeVisible()
    })

    await test.step('it is sent with its file, and shown as sent', async () => {
      await page
        .getByLabel('Attachments')
        .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('An offer') })
      await page
        .getByLabel('Attachments')
        .setInputFiles({ name: 'draft.txt', mimeType: 'text/plain', buffer: Buffer.from('A draft') })
      await page.getByRole('button', { name: 'Remove draft.txt' }).click()
      await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveText(
        /offer\.txt/,
      )
      await page.getByRole('button', { name: 'Send reply' }).click()
      await expect(thread.getByText('Sent', { exact: true })).toBeVisible()
      await expect(reply).toHaveValue('')
      await expect.poll(() => sent().length).toBe(1)
      expect(sent()[0]?.html).toContain('<strong>it can</strong>')
      expect(sent()[0]?.text).toContain('> Can an agent answer our calls?')
      await expect(page.getByText('Moved to Contacted')).toBeVisible()
      const href = await thread.getByRole('link', { name: /offer\.txt/ }).getAttribute('href')
      const file = await page.request.get(String(href))
      expect(await file.text()).toBe('An offer')
      await expect(thread.getByText('draft.txt')).toHaveCount(0)
      expect(file.headers()).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment;/),
        'x-content-type-options': 'nosniff',
      })
    })

    await test.step('a refused reply says why, and is resent', async () => {
      smtp.behave({ kind: 'refuse-recipient', addresses: [email] })
      await reply.fill('One more thing.')
      await page.getByRole('button', { name: 'Send reply' }).click()
      await expect(thread.getByText(/No such user/)).toBeVisible()
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await sidewaysExcess(page), `at ${width} px`).toBeLessThanOrEqual(0)
      }
      expect(await findings(page)).toEqual([])
      smtp.behave({ kind: 'accept' })
      await thread.getByRole('button', { name: 'Resend' }).click()
      await expect.poll(() => sent().length).toBe(2)
      await expect(thread.getByText('Sent', { exact: true })).toHaveCount(2)
    })
  },
)
