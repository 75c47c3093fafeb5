import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { fillContactForm, newVisitor } from './contact-form.ts'
import {
  deletePage,
  expectToast,
  fillIn,
  moveTo,
  publish,
  replaceBlocks,
  rewordLongTexts,
  saveDetails,
} from './edit-content.ts'
import { coloursOf, everythingSaid, leftOf, sequencesOf } from './everything-said.ts'
import { expect, testOnFreshServer } from './fixtures.ts'
import type { FakeAiProvider } from '#tests/fakes/ai-provider/server.ts'
import {
  assistant,
  brand,
  facts,
  menus,
  newPages,
  ownFact,
  pages,
  post,
  services,
  unwanted,
  wording,
} from './second-brand.ts'
import { storeKey } from './store-key.ts'

// A fresh server, because the changes are not undone.
const test = testOnFreshServer()
test.use({ actionTimeout: 30_000 })

async function saveBrand(page: Page): Promise<void> {
  await page.goto('/admin/brand')
  const form = page.getByRole('form', { name: 'Brand' })
  await fillIn(form, {
    Name: brand.name,
    Accent: brand.accent,
    'Second accent': brand.second,
    'Corner radius (pixels)': brand.radius,
  })
  await form.getByRole('radio', { name: brand.ground }).check()
  await form.getByRole('combobox', { name: 'Fonts' }).selectOption(brand.fonts)
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(brand.logo) }
  await form.getByLabel('Logo', { exact: true }).setInputFiles(logo)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
}

async function saveSettings(page: Page): Promise<void> {
  await page.goto('/admin/settings')
  const form = page.getByRole('form', { name: 'Site settings' })
  await fillIn(form, { 'Contact email': brand.email, LinkedIn: '', X: '', Instagram: '' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
}

async function saveFacts(page: Page): Promise<void> {
  await page.goto('/admin/facts')
  const form = page.getByRole('form', { name: 'Facts' })
  const fields = form.getByRole('table', { name: 'Facts' }).getByRole('textbox')
  const names = await fields.evaluateAll((all) => all.map(({ id }) => id.replace('fact.', '')))
  for (const [at, name] of names.entries()) await fields.nth(at).fill(facts[name] ?? '')
  await fillIn(form, {
    'Name of another fact': ownFact.name,
    'What it says': ownFact.title,
    'Its value': ownFact.value,
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
}

async function saveMenus(page: Page): Promise<void> {
  await page.goto('/admin/menus')
  const form = page.getByRole('form', { name: 'Menus' })
  const removed = form.getByRole('group', { name: 'Header link 5' })
  // Removes the link to the deleted page about the firm.
  await form.getByRole('button', { name: 'Remove: Header link 3' }).click()
  await expect(removed).toHaveCount(0)
  const words = (group: string, text: string) =>
    form.getByRole('group', { name: group, exact: true }).getByRole('textbox', { name: 'Label' }).fill(text)
  for (const [at, text] of menus.header.entries()) await words(`Header link ${at + 1}`, text)
  await words('Button', menus.button)
  for (const [at, title] of menus.columns.entries())
    await form.getByRole('textbox', { name: `Title of column ${at + 1}` }).fill(title)
  await words('Column 2, link 3', menus.button)
  await words('Column 3, link 1', 'Workshop rules')
  await words('Column 3, link 2', 'Your particulars')
  const added = form.getByRole('group', { name: 'Another header link' })
  await added.getByRole('combobox', { name: 'Leads to' }).selectOption({ label: 'Our workshop' })
  await fillIn(form, {
    'Under the logo': menus.blurb,
    'Legal line': menus.legalLine,
    'First year': menus.since,
  })
  await form.getByRole('checkbox', { name: 'Show visitors a link to the admin' }).uncheck()
  await form.getByRole('button', { name: 'Save' }).last().click()
  await expect(form.getByRole('group', { name: 'Header link 5' })).toBeVisible()
}

/** Returns the id of the new page from the address to which the browser is sent. */
async function madePage(page: Page): Promise<string> {
  const address = /\/admin\/pages\/([\w-]+)/
  await page.waitForURL(address, { timeout: 60_000 })
  return address.exec(page.url())?.[1] ?? ''
}

async function saveServices(page: Page): Promise<void> {
  for (const { name, from, path, details, choices, blocks } of services) {
    let id = from
    if (id === null) {
      await page.goto('/admin/services')
      await page.getByRole('textbox', { name: 'Name of a new service' }).fill(name)
      await page.getByRole('button', { name: 'New service' }).click()
      id = await madePage(page)
    }
    await saveDetails(page, id, details, choices)
    if (from !== null) await moveTo(page, path)
    await page.goto(`/admin/pages/${id}`)
    await replaceBlocks(page, blocks)
    await publish(page)
  }
}

async function savePages(page: Page): Promise<void> {
  for (const id of unwanted) await deletePage(page, id)
  for (const { id, details, blocks } of pages) {
    await saveDetails(page, id, details)
    await page.goto(`/admin/pages/${id}`)
    await replaceBlocks(page, blocks)
    await publish(page)
  }
  for (const { name, path, text } of newPages) {
    await page.goto('/admin/pages?new=1')
    const form = page.getByRole('form', { name: 'New page' })
    await fillIn(form, { Name: name, Address: path })
    await form.getByRole('button', { name: 'Create page' }).click()
    await page.goto(`/admin/pages/${await madePage(page)}`)
    await replaceBlocks(page, [{ kind: 'Text', values: { Title: name, Text: text } }])
    await publish(page)
  }
}

async function savePost(page: Page): Promise<void> {
  await page.goto('/admin/blog')
  await fillIn(page.getByRole('main'), { Title: post.title, Content: post.content })
  await page.getByRole('button', { name: 'Create post' }).click()
  await page.getByRole('button', { name: `Publish ${post.title}` }).click()
  await expectToast(page, 'published successfully')
}

async function saveAssistant(page: Page): Promise<void> {
  await page.goto('/admin/chatbot')
  const form = page.getByRole('form', { name: 'Chatbot settings' })
  await fillIn(form, {
    'Bot name': assistant.name,
    'Welcome message': assistant.welcome,
    'System prompt': assistant.prompt,
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'aved')
}

/** Stores a key, and asks as the widget does until the prompt contains the changed site. */
async function untilPromptKnows(page: Page, ai: FakeAiProvider, words: string): Promise<string> {
  let prompt = ''
  await expect(async () => {
    const sent = ai.requests.length
    const { origin } = new URL(page.url())
    const data = { conversationId: null, message: 'What is written about clay and the workshop?' }
    await page.request.post('/api/chat', { data, headers: { origin } })
    prompt = JSON.stringify(ai.requests.slice(sent).map(({ body }) => body))
    expect(prompt).toContain(words)
    expect(prompt).not.toMatch(/lumivox/i)
  }).toPass({ timeout: 60_000 })
  return prompt.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\n`, '\n')
}

/** Returns whether any pixel has about this colour. */
async function shows(png: Buffer, colour: string): Promise<boolean> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  for (let at = 0; at < data.length; at += info.channels)
    if (wanted.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 10)) return true
  return false
}

const shared = async (page: Page, path: string) =>
  (await page.request.get(`/share${path === '/' ? '/home' : path}.png`)).body()

test('by the admin alone the site becomes another firm’s, and nothing of the starter is left', async ({
  ownerPage,
  page,
  app,
  smtp,
  ai,
}) => {
  test.setTimeout(600_000)
  const inquire = async () => {
    const visitor = newVisitor()
    await page.goto('/contact')
    await fillContactForm(page, visitor)
    await page.getByRole('button', { name: 'Send Message' }).click()
    const status = await page.getByRole('status').textContent()
    const findReceipt = () => smtp.arrived.find(({ envelope }) => envelope.to.includes(visitor.email))
    await expect.poll(() => findReceipt()?.subject).toBeDefined()
    const receipt = findReceipt()
    const html = receipt?.html.replace(/^.*<body/s, '<body')
    return [status, receipt?.subject, html, receipt?.text].join('\n')
  }
  const starter = await everythingSaid(page.request, app.url)
  starter.set('the receipt', await inquire())
  const names = Array.from(
    (starter.get('/llms.txt') ?? '').matchAll(/\[([^\]]+)\]/g),
    ([, name = '']) => name,
  )
  const palette = ['#7c6cf6', '#22d3ee'] as const
  expect(await shows(await shared(page, '/'), palette[0])).toBe(true)

  const reworder = await ownerPage.context().newPage()
  const [reworded] = await Promise.all([
    rewordLongTexts(reworder, wording),
    (async () => {
      for (const save of [
        saveBrand,
        saveSettings,
        saveFacts,
        saveServices,
        savePages,
        saveMenus,
        savePost,
        saveAssistant,
      ])
        await save(ownerPage)
    })(),
  ])
  expect(reworded).toBeGreaterThan(40)

  const now = await everythingSaid(page.request, app.url)
  const receipt = await inquire()
  expect(receipt).toContain('The bench has it; we ring in two working days.')
  now.set('the receipt', receipt)
  await storeKey(ownerPage)
  ai.behave({ kind: 'reply', text: 'A fitter rings you back.' })
  now.set('the prompt', await untilPromptKnows(page, ai, 'grandmother left it in 1987'))
  await page.goto('/')
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByRole('dialog').getByText(assistant.welcome)).toBeVisible()
  now.set('the chat', await page.getByRole('dialog').innerHTML())

  expect(starter.size).toBeGreaterThan(20)
  expect(now.size).toBeGreaterThan(20)
  expect(leftOf(starter, now, sequencesOf)).toEqual([])
  expect(leftOf(starter, now, coloursOf)).toEqual([])
  const isCommon = new Set(['Blog', 'Book a meeting', 'Terms & Conditions', 'Privacy Policy'])
  const claims = [
    ...names.filter((name) => !isCommon.has(name)),
    'Lumivox',
    'within 1 hour',
    '140+',
    'instagram',
    '#07080d',
  ]
  for (const [where, document] of now) {
    const said = document.toLowerCase()
    expect(
      claims.filter((claim) => said.includes(claim.toLowerCase())),
      where,
    ).toEqual([])
    expect(/\$\d|USD|href=""/.exec(document)?.[0], where).toBeUndefined()
  }
  const { icons } = JSON.parse(now.get('/manifest.webmanifest') ?? '{}') as { icons: { src: string }[] }
  expect(icons.filter(({ src }) => !src.startsWith('/brand-icon'))).toEqual([])
  for (const path of ['/', '/services/stove-fitting', '/our-workshop'])
    for (const colour of palette) expect(await shows(await shared(page, path), colour), path).toBe(false)
})
