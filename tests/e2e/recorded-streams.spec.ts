import { providerIds, providers } from '#app/platform/ai-provider-list.ts'
import { recordedStreams } from '#tests/support/recorded-streams.ts'

import { expect, test } from './fixtures.ts'

const failure = "I'm sorry, I couldn't connect to the AI service."

/** Keeps only letters and digits; other tests cover what Markdown's own characters become. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/^\s*\d+\.\s/gm, '')
    .replaceAll(/^```\w+$/gm, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const byApi = recordedStreams.flatMap(({ title, streams }) =>
  providerIds.map((api) => ({
    api,
    title,
    streams: streams.filter((stream) => stream.api === api),
  })),
)

for (const { api, title, streams } of byApi) {
  test(`the widget shows what ${providers[api].label} sends (${streams.length} streams, ${title})`, async ({
    page,
    ownerPage,
    ai,
    engine,
  }) => {
    test.skip(streams.length === 0, title)
    test.skip(engine !== 'sqlite', 'The database has no part in it.')
    test.setTimeout(120_000)
    ai.behave({ kind: 'reply', text: 'Hello.' })
    await ownerPage.goto('/admin/api')
    await ownerPage
      .getByRole('combobox', { name: 'Provider', exact: true })
      .selectOption(providers[api].label)
    await ownerPage.getByRole('textbox', { name: 'API key' }).fill('a-key-for-recordings')
    await ownerPage.getByRole('button', { name: 'Save' }).click()
    await expect(ownerPage.getByRole('status').filter({ hasText: 'saved successfully' })).toBeVisible()

    await page.goto('/contact/thank-you')
    await page.getByRole('button', { name: 'Open chat' }).click()
    const panel = page.getByRole('dialog')
    const box = panel.getByRole('textbox', { name: 'Message' })
    for (const { file, bytes, text } of streams) {
      ai.behave({ kind: 'recorded', bytes, pieceSize: 487 })
      await box.fill(file)
      await box.press('Enter')
      const reply = panel.getByRole('log').locator('.chat-bubble').last().locator('.chat-markdown')
      const expected = wordsOf(text)
      await expect(async () => {
        await expect(panel.getByRole('button', { name: 'Send message', exact: true })).toBeVisible()
        const shown = wordsOf((await reply.textContent()) ?? '')
        expect(shown, file).toContain(expected || wordsOf(failure))
        if (expected) expect(shown, file).toBe(expected)
      }).toPass({ timeout: 15_000 })
      await panel.getByRole('button', { name: 'New conversation' }).click()
    }
  })
}
