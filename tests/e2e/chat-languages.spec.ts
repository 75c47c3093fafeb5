import type { Page } from '@playwright/test'

import { findings } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const passage = 'Our gazebos of cedar come with a warranty of 57 months, counted from the day of delivery.'

async function prepare(page: Page): Promise<void> {
  await storeKey(page)
  await page.goto('/admin/knowledge')
  const row = page.getByRole('row', { name: /Gazebos/ })
  if (await row.isVisible()) return
  await page.getByRole('tab', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Gazebos')
  await page.getByRole('textbox', { name: 'Text' }).fill(passage)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Ready')
}

test.describe('German', () => {
  test.use({ locale: 'de-DE' })

  test('a German conversation cites English knowledge, and everything around it is German', async ({
    page,
    ownerPage,
    ai,
  }) => {
    await prepare(ownerPage)
    ai.behave({
      kind: 'tool-call',
      name: 'offer_contact_form',
      input: { reason: 'wants_contact' },
      text: 'Auf Pavillons aus Zedernholz geben wir 57 Monate Garantie [101].',
    })
    await page.goto('/services')
    await page.getByRole('button', { name: 'Open chat' }).click()
    const panel = page.getByRole('dialog')
    await expect(panel).toHaveAttribute('lang', 'de')
    await expect(panel.getByText('Hallo! Ich bin Ihr KI-Assistent.')).toBeVisible()
    await panel.getByRole('textbox', { name: 'Nachricht', exact: true }).fill('Wie lange ist die Garantie?')
    await panel.getByRole('button', { name: 'Nachricht senden', exact: true }).click()
    const log = panel.getByRole('log', { name: 'Unterhaltung' })
    await expect(log).toContainText('57 Monate Garantie')
    await log.getByRole('button', { name: 'Quelle 1: Gazebos' }).click()
    await expect(log.getByText(passage)).toBeVisible()
    const sent = JSON.stringify(ai.requests.at(-1)?.body)
    expect(sent).toContain('whatever the language of the passages')
    expect(sent).toContain(passage)

    const form = panel.getByRole('form', { name: 'Hinterlassen Sie uns eine Nachricht' })
    await form.getByRole('textbox', { name: 'Name *' }).fill('Grete')
    await form.getByRole('textbox', { name: 'E-Mail *' }).fill('grete@example.com')
    await form.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(page.getByRole('alert')).toContainText('Zustimmung erforderlich')
    await panel.getByRole('button', { name: 'Chat schließen' }).click()
    await expect(panel).toBeHidden()
  })
})

test.describe('Arabic', () => {
  test.use({ locale: 'ar-EG' })

  test('an Arabic conversation runs from right to left', async ({ page, ownerPage, ai }) => {
    await prepare(ownerPage)
    ai.behave({
      kind: 'reply',
      text: 'Lumivox تقدم ضمانًا لمدة **٤٢ شهرًا** [١٠١].\n\n- من خشب الأرز\n- مع التركيب\n\n```\nnpm start\n```',
    })
    await page.goto('/services')
    await page.getByRole('button', { name: 'Open chat' }).click()
    const panel = page.getByRole('dialog')
    await expect(panel).toHaveAttribute('dir', 'rtl')
    await expect(panel).toHaveAttribute('lang', 'ar')
    await panel.getByRole('textbox', { name: 'رسالة', exact: true }).fill('كم مدة الضمان على Gazebos؟')
    await panel.getByRole('button', { name: 'إرسال الرسالة', exact: true }).click()
    const log = panel.getByRole('log', { name: 'المحادثة' })
    await expect(log.getByRole('listitem').filter({ hasText: 'مع التركيب' })).toBeVisible()
    await expect(log.getByRole('button', { name: 'المصدر 1: Gazebos' })).toBeVisible()
    const directionOf = (text: string) =>
      log.getByText(text).evaluate((element) => getComputedStyle(element).direction)
    expect(await directionOf('Lumivox تقدم')).toBe('rtl')
    expect(await directionOf('كم مدة الضمان')).toBe('rtl')
    expect(await directionOf('npm start')).toBe('ltr')
    // In a right-to-left layout the visitor's own messages are on the left.
    const [own, reply] = await Promise.all(
      ['كم مدة الضمان', 'Lumivox تقدم'].map((text) =>
        log.locator('.chat-bubble').filter({ hasText: text }).boundingBox(),
      ),
    )
    expect(own && reply && own.x + own.width < reply.x + reply.width).toBe(true)
    expect(await findings(page)).toEqual([])
  })
})
