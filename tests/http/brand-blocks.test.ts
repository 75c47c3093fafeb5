import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { blockTypes } from '#app/features/content/blocks.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import { fontPairs } from '#app/lib/look.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { findings, sidewaysExcess } from '#tests/e2e/axe.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { filledBlock } from '#tests/support/filled-block.ts'
import { signInByHttp, testOwner } from '#tests/support/owner-of-tests.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { testSecret } from '#tests/support/test-ctx.ts'

import { findSystemBrowser } from '../../scripts/browser.mjs'

/** Number of brands to try; `BRANDS=200 npx vitest run tests/http/brand-blocks.test.ts` tries more. */
const BRANDS = Number(process.env['BRANDS'] ?? 6)
const PATH = '/all-blocks'
const words = 'Plain words that say what it is about'

let database: TestDatabase | undefined
let app: AppServer
let browser: Browser
let cookie = ''

/** Returns one block of each type, from the starter or else filled with plain words. */
function everyBlock() {
  const ofStarter = starterPages.flatMap(({ document }) => document.blocks)
  return blockTypes.map(({ type, version, schema }) => {
    const block = ofStarter.find((each) => each.type === type)
    return { id: type, type, version, props: block?.props ?? filledBlock(schema, words) }
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { env } = database
  const owner = { ADMIN_EMAIL: testOwner.email, ADMIN_PASSWORD: testOwner.password }
  app = await startAppServer({ APP_SECRET: testSecret, ...owner, ...env })
  const engine = await openDatabase(parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, ...env }))
  const page = (id: string, kind: 'page' | 'case-study', blocks: unknown[]) => {
    const document = JSON.stringify({ name: words, description: words, blocks })
    const times = { published_at: 1, publish_at: null, deleted_at: null, deleted_path: null, updated_at: 1 }
    const listed = { position: 99, version: 1, name: words, state: 'published', noindex: 0 } as const
    return { id, kind, path: `/${id}`, draft: document, published: document, ...times, ...listed }
  }
  await engine.db
    .insertInto('page')
    .values([page('all-blocks', 'page', everyBlock()), page('a-study', 'case-study', [])])
    .execute()
  await engine.close()
  const executablePath = findSystemBrowser()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  cookie = await signInByHttp(app.url)
  // The trial on one's own site is only offered with a provider.
  const key = {
    intent: 'save',
    provider: 'openai',
    model: 'gpt-4',
    apiKey: 'sk-test-0123456789',
    baseUrl: '',
  }
  const headers = { cookie, origin: app.url }
  await fetch(`${app.url}/admin/api`, { method: 'POST', body: new URLSearchParams(key), headers })
}, 60_000)

afterAll(async () => {
  await browser.close()
  await app.stop()
  await database?.drop()
})

type Look = { accent: string; second: string; ground: string; fonts: string; radius: string }

/** Returns colours from a linear congruential generator (Numerical Recipes), so that every run tries the same ones. */
function brand(number: number): Look {
  let state = number + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const colour = () => `#${next(0x1000000).toString(16).padStart(6, '0')}`
  return {
    accent: colour(),
    second: colour(),
    ground: number % 2 === 0 ? 'dark' : 'light',
    fonts: `${fontPairs[next(fontPairs.length)]}`,
    radius: String(next(29)),
  }
}

/** Saves through the server, so that it renders its content anew. */
async function save(look: Look): Promise<void> {
  const response = await fetch(`${app.url}/admin/brand`, {
    method: 'POST',
    body: new URLSearchParams({ intent: 'save', siteName: 'Ferrum', ...look }),
    headers: { cookie, origin: app.url },
  })
  expect(response.status).toBe(200)
}

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const response = await page.goto(`${app.url}${PATH}`)
  expect(response?.status()).toBe(200)
  return page
}

test(
  `whatever the brand, every block can be read (${BRANDS} brands)`,
  async () => {
    for (let number = 0; number < BRANDS; number += 1) {
      const look = brand(number)
      await save(look)
      const page = await openPage()
      // A page of all blocks has repeated titles and landmarks, so only colours are judged.
      const found = (await findings(page)).filter((finding) => finding.startsWith('color-contrast'))
      expect(found, JSON.stringify(look)).toEqual([])
      await page.close()
    }
  },
  60_000 + BRANDS * 10_000,
)

test('every block fits a screen of 320 pixels, which is 400 % of zoom, in forced colours and from right to left', async () => {
  await save(brand(1))
  const page = await openPage()
  const shown = await page.evaluate(() => document.querySelectorAll('main > *').length)
  expect(shown).toBeGreaterThanOrEqual(blockTypes.length)
  for (const direction of ['ltr', 'rtl'])
    for (const forcedColors of ['none', 'active'] as const)
      for (const width of [320, 1280]) {
        await page.emulateMedia({ forcedColors })
        await page.setViewportSize({ width, height: width === 320 ? 256 : 900 })
        await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
        const where = `${direction}, forced colours ${forcedColors}, ${width} px`
        expect(await sidewaysExcess(page), where).toBeLessThanOrEqual(0)
      }
  await page.close()
}, 60_000)
