import type { APIRequestContext } from '@playwright/test'

/** The texts that the site sends, by where it sends them. */
export type Said = Map<string, string>

const others = [
  '/blog',
  '/blog/search?q=clay',
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

/** Fetches everything that visitors, search engines and assistants can read, including error responses. */
export async function everythingSaid(request: APIRequestContext, origin: string): Promise<Said> {
  const read = async (path: string) => (await request.get(path)).text()
  const sitemap = await read('/sitemap.xml')
  const pages = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = '']) => new URL(loc).pathname)
  const said: Said = new Map()
  for (const path of [...pages, ...others]) said.set(path, await read(path))
  const style = /href="(\/brand-[^"]+\.css)"/.exec(said.get('/') ?? '')?.[1]
  if (style) said.set('the brand’s colours', await read(style))
  const headers = { origin }
  const empty = await request.post('/contact', { form: { form: 'x' }, headers })
  said.set('a rejected inquiry', await empty.text())
  for (const message of ['What does it cost?', ' ']) {
    const answer = await request.post('/api/chat', { data: { conversationId: null, message }, headers })
    said.set(`the answer to “${message}”`, await answer.text())
  }
  return said
}

const LENGTH = 5

/** Returns all sequences of five words in a document's texts, attributes and values. Addresses, drawings, style names and rows of numbers are left out. */
export function sequencesOf(document: string): Set<string> {
  const plain = document
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/\s(?:class|style|d|viewBox|transform|srcset|sizes|allow)="[^"]*"/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/&(?:#x27|#39|apos);/g, "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/https?:\/\/[^\s"<)]+/g, '\n')
  const found = new Set<string>()
  for (const text of plain.split(/[<>"\n]|\\n/)) {
    if (/^(?:\/|[\w-]+=)|=$/.test(text)) continue
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    for (let at = LENGTH; at <= words.length; at += 1) {
      const sequence = words.slice(at - LENGTH, at).join(' ')
      if (/\p{L}/u.test(sequence)) found.add(sequence)
    }
  }
  return found
}

/** Returns the colours that a document names, except black, white and greys, which no brand owns. */
export function coloursOf(document: string): Set<string> {
  const named = document.match(/#[\da-f]{6}\b/gi) ?? []
  return new Set(named.map((colour) => colour.toLowerCase()).filter((colour) => !isGrey(colour)))
}

function isGrey(colour: string): boolean {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return Math.max(...parts) - Math.min(...parts) < 24
}

/** Returns the parts of the former documents that are still in a current one, each with its place. */
export function leftOf(before: Said, now: Said, parts: (document: string) => Set<string>): string[] {
  const known = new Set([...before.values()].flatMap((document) => [...parts(document)]))
  return [...now].flatMap(([where, document]) =>
    [...parts(document)].filter((part) => known.has(part)).map((part) => `${where}: ${part}`),
  )
}
