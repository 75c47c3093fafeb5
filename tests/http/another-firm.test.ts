import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { expect, onTestFinished, test } from 'vitest'

import { buildSystemPrompt } from '#app/features/chat/settings/build-system-prompt.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { factsOf } from '#app/features/content/facts/own-facts.server.ts'
import { fillFacts } from '#app/features/content/facts/fill-facts.ts'
import { leadReceiptEmail } from '#app/features/leads/lead-receipt.email.tsx'
import { renderEmail, siteFor } from '#app/platform/email/render-email.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import { becomeAnotherFirm, starterTexts, unseenWords } from '#tests/support/another-firm.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { postChat } from '#tests/support/chat-server.ts'
import { testActor, testSecret } from '#tests/support/test-ctx.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

const LENGTH = 5

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function sequencesOf(text: string): string[] {
  const words = wordsOf(text)
  return words.slice(LENGTH - 1).map((_, at) => words.slice(at, at + LENGTH).join(' '))
}

/** Returns the word sequences that a fresh installation shows, with its facts filled in. */
function starterSequences(): Set<string> {
  const facts = { ...factsOf([]), siteName: 'Lumivox', contactEmail: 'hello@lumivox.example' }
  return new Set(starterTexts().flatMap((text) => sequencesOf(fillFacts(text, facts))))
}

/** Returns a document's text with its markup, for attributes and JSON, and without. */
function saidBy(document: string): string[] {
  const plain = document
    .replaceAll('&quot;', '"')
    .replaceAll(/&(?:#x27|#39|apos);/g, "'")
    .replaceAll('&amp;', '&')
  return [plain, plain.replaceAll(/<[^>]*>/g, ' ')]
}

/** Returns the words of a page that the owner did not type, except in prices, whose wording is in code. */
function strangeWords(path: string, document: string | undefined): string[] {
  const shown = document
    ?.replace(/^.*?<body/s, '<body')
    .replaceAll(/<(?:script|style).*?<\/(?:script|style)>/gs, ' ')
  const words = shown?.replaceAll(/<[^>]*>/g, ' ').match(/[A-Za-z]{3,}\d*/g) ?? []
  const known = /^(?:(?:Qwert|zuiop)\d+|Ferrum|ferrum|desk|test|Fact|From|per|month)$/
  // A page that shows its own speed names the day.
  const isDay = (word: string) => word === 'UTC' || !Number.isNaN(Date.parse(`1 ${word} 2026`))
  return words.filter((word) => !known.test(word) && !isDay(word)).map((word) => `${path}: ${word}`)
}

const documents = [
  '/blog',
  '/blog/search?q=x',
  '/contact/thank-you',
  '/nowhere',
  '/llms.txt',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/robots.txt',
  '/blog/rss.xml',
  '/blog/atom.xml',
  '/blog/feed.json',
]

test('nothing of the starter is left once the owner has replaced it in the admin', async () => {
  const database = await createTestDatabase()
  const env = { APP_SECRET: testSecret, LOG_LEVEL: 'error', ...database.env }
  const { ctx, close } = await createRuntime(parseEnv(env))
  const owner = { ...ctx, actor: testActor }
  await becomeAnotherFirm(owner, unseenWords)
  const said = new Map<string, string>()
  const receipt = await siteFor(owner, leadReceiptEmail)
  said.set('the receipt’s subject', leadReceiptEmail.subject({ name: 'Ada' }, receipt))
  said.set('the receipt', (await renderEmail(leadReceiptEmail, { name: 'Ada' }, receipt)).html)
  const wording = await ctx.wording(ctx)
  const prompt = buildSystemPrompt(await chatbotSettings.read(ctx), {
    siteName: 'Ferrum',
    canary: 'mark',
    fillFacts: wording.fill,
  })
  said.set('the assistant’s prompt', prompt)
  const paths = wording.pages.map(({ path }) => path)
  await close()

  const server = await startAppServer({ ...env, LIMITS: 'off' })
  onTestFinished(async () => {
    await server.stop()
    await database.drop()
  })
  for (const path of [...paths, ...documents])
    said.set(path, await (await fetch(`${server.url}${path}`)).text())
  const empty = { method: 'POST', body: new URLSearchParams({ form: 'x' }), headers: { origin: server.url } }
  said.set('a rejected inquiry', await (await fetch(`${server.url}/contact`, empty)).text())
  const question = { conversationId: null, message: 'What does a website cost?' }
  said.set('the assistant without a key', await (await postChat(server.url, question)).text())
  const blank = { conversationId: null, message: ' ' }
  said.set('a rejected question', await (await postChat(server.url, blank)).text())

  const starter = starterSequences()
  const left = [...said].flatMap(([where, document]) => {
    const found = new Set(
      saidBy(document)
        .flatMap(sequencesOf)
        .filter((sequence) => starter.has(sequence)),
    )
    return [...found].map((sequence) => `${where}: ${sequence}`)
  })
  expect(starter.size).toBeGreaterThan(2000)
  expect(left).toEqual([])
  expect(paths.flatMap((path) => strangeWords(path, said.get(path)))).toEqual([])
  const claims = [/lumivox/i, /within 1 hour/i, /140\+/, /\$\d/, /instagram\.com/, /href=""/]
  for (const [where, document] of said) {
    for (const claim of claims) expect(claim.exec(document)?.[0], `${claim} in ${where}`).toBeUndefined()
  }
  expect(prompt).toContain('replies within Fact-replyWithin')
}, 120_000)

/** Each would run if it were read as markup, alone or after what precedes it. */
const hostile = ['"><svg/onload=x>', '</script><b>', "'><img src=x onerror=x>"]

test('hostile texts in pages, menus and wording are shown as text everywhere', async () => {
  const database = await createTestDatabase()
  const env = { APP_SECRET: testSecret, LOG_LEVEL: 'error', ...database.env }
  const { ctx, close } = await createRuntime(parseEnv(env))
  const owner = { ...ctx, actor: testActor }
  let count = 0
  await becomeAnotherFirm(owner, (places) => {
    count += 1
    return [hostile[count % hostile.length], ...places.map((place) => `{${place}}`)].join(' ')
  })
  const receipt = await renderEmail(leadReceiptEmail, { name: 'Ada' }, await siteFor(owner, leadReceiptEmail))
  const paths = (await ctx.wording(ctx)).pages.map(({ path }) => path)
  await close()
  const server = await startAppServer(env)
  onTestFinished(async () => {
    await server.stop()
    await database.drop()
  })
  const said = [['the receipt', receipt.html]]
  for (const path of [...paths, '/blog', '/contact/thank-you', '/nowhere'])
    said.push([path, await (await fetch(`${server.url}${path}`)).text()])
  for (const [where, html] of said) {
    expect(dangersIn(html ?? ''), where).toEqual([])
    expect(html, where).toContain('onload')
  }
  for (const file of ['rss.xml', 'atom.xml'])
    expect(await (await fetch(`${server.url}/blog/${file}`)).text()).not.toMatch(/<(?:svg|b|img)[ />]/)
}, 120_000)

/** Returns event handlers and scripts that our own pages do not have. */
function dangersIn(html: string): string[] {
  const found: string[] = []
  const walk = (node: DefaultTreeAdapterMap['node']) => {
    if ('attrs' in node)
      for (const { name, value } of node.attrs)
        if (name.startsWith('on') || /^\s*javascript:/i.test(value))
          found.push(`${node.tagName} ${name}=${value}`)
    if ('tagName' in node && ['b', 'iframe', 'object'].includes(node.tagName)) found.push(node.tagName)
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parse(html))
  return found
}
