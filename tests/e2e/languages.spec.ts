import type { Page } from '@playwright/test'

import { ar } from '#app/languages/ar/index.ts'
import { de } from '#app/languages/de/index.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { translatorOf } from '#tests/support/translator.ts'

import { newVisitor } from './contact-form.ts'
import { expectToast } from './edit-content.ts'
import { expect, owner, test as base, startApp } from './fixtures.ts'
import { storeKey } from './store-key.ts'

/** Each test has an installation on which nobody has set anything up. */
const test = base.extend<{ empty: AppServer }>({
  empty: async ({ engine, smtp, aiServer }, use) =>
    startApp({ engine, smtp, aiServer }, use, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }),
  baseURL: async ({ empty }, use) => use(empty.url),
})
test.use({ actionTimeout: 30_000, reducedMotion: 'reduce' })

/** Words that are frequent in English and are no words of the languages below. */
const ENGLISH =
  /(?<![\p{L}\p{N}.@/_-])(?:the|and|with|your|you|for|from|this|that|our|are|please|have|about|send|read)(?![\p{L}\p{N}@/_-])/iu
const GERMAN =
  /(?<![\p{L}\p{N}.@/_-])(?:und|der|das|Sie|Ihre?|nicht|ist|wir|uns|für|mit|bitte|oder|auf)(?![\p{L}\p{N}@/_-])/u

const letters = 'abcdefghijklmnopqrstuvwxyz'
const dotted = Array.from('äëïöüÄËÏÖÜ')
const inArabic = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي').slice(0, letters.length)

/**
 * Each firm has a language, and a provider that `translate`s English into words that no other text contains, so that a text
 * that was not translated is found. Translations are as long as the originals, because texts that are too long for their
 * field are not translated. `back` makes the English words of them again.
 */
const firms = [
  {
    language: 'de',
    locale: 'de-DE',
    dir: 'ltr',
    words: de,
    foreign: ENGLISH,
    translate: (text: string) =>
      text.replaceAll(/[aeiou]/gi, (vowel) => dotted['aeiouAEIOU'.indexOf(vowel)] ?? vowel),
    back: (text: string) =>
      text.replaceAll(/[äëïöü]/gi, (vowel) => 'aeiouAEIOU'[dotted.indexOf(vowel)] ?? vowel),
    own: new RegExp(`[ëï]|${GERMAN.source}`, 'u'),
  },
  {
    language: 'ar',
    locale: 'ar-AE',
    dir: 'rtl',
    words: ar,
    foreign: ENGLISH,
    translate: (text: string) =>
      text.replaceAll(/[a-z]/gi, (letter) => inArabic[letters.indexOf(letter.toLowerCase())] ?? letter),
    back: (text: string) =>
      text.replaceAll(/\p{Script=Arabic}/gu, (letter) => letters[inArabic.indexOf(letter)] ?? letter),
    own: /\p{Script=Arabic}{2}/u,
  },
] as const

/** Returns the visible texts and names of a page, except those that it marks as another language. */
async function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.documentElement.lang
    const isOther = (element: Element | null) =>
      element?.closest('[lang]')?.getAttribute('lang') !== main || element.closest('[translate=no]') !== null
    const found: string[] = [document.title]
    for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
      const { parentElement, textContent } = walker.currentNode
      if (
        parentElement?.closest('script,style,noscript,template,code,svg,[hidden]') ||
        isOther(parentElement)
      )
        continue
      found.push(String(textContent).trim())
    }
    for (const element of document.body.querySelectorAll('[aria-label],[placeholder],[title],img[alt]'))
      if (!isOther(element))
        for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
          found.push(element.getAttribute(name)?.trim() ?? '')
    return found.filter((text) => text !== '')
  })
}

async function expectLanguage(
  page: Page,
  path: string,
  { lang, dir, foreign }: { lang: string; dir: string; foreign: RegExp },
) {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await expect(page.locator('html')).toHaveAttribute('dir', dir)
  const texts = await textsOf(page)
  expect
    .soft(
      texts.filter((text) => foreign.test(text)),
      `${path} in ${lang}`,
    )
    .toEqual([])
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const isOutside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return right > clientWidth + 1 || left < -1
    }
    return [...document.body.querySelectorAll('main *')]
      .filter(isOutside)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })
  expect.soft(wide, `${path} at ${page.viewportSize()?.width} pixels`).toEqual([])
}

for (const { language, locale, dir, words, foreign, translate, back, own } of firms)
  test.describe(language, () => {
    test.use({
      locale,
      viewport: { width: 320, height: 700 },
      expectedConsole: ['404 (Not Found)'],
    })

    test(`a firm whose language is ${language} starts from nothing, and adds English`, async ({
      page,
      browser,
      empty: app,
      ai,
      smtp,
    }) => {
      test.setTimeout(600_000)
      const context = await browser.newContext({
        baseURL: app.url,
        locale,
        viewport: { width: 1440, height: 900 },
      })
      const admin = await context.newPage()

      await test.step('the set-up offers the browser’s language', async () => {
        await admin.goto('/admin')
        const form = admin.getByRole('form', { name: 'Create owner account' })
        await form
          .getByRole('textbox', { name: 'Set-up code' })
          .fill(String(/account: (\S+)/.exec(app.output())?.[1]))
        await form.getByRole('textbox', { name: 'Email' }).fill(owner.email)
        await form.getByLabel('Password', { exact: true }).fill(owner.password)
        await form.getByLabel('Confirm password').fill(owner.password)
        await expect(form.getByRole('combobox', { name: 'Site language' })).toHaveValue(language)
        await form.getByRole('button', { name: 'Create account' }).click()
        await expect(admin.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
      })

      await test.step('the starter’s English is translated, and published', async () => {
        await storeKey(admin)
        ai.answerWith(translatorOf(translate))
        await admin.goto('/admin/languages')
        await admin.getByRole('button', { name: 'Translate the starter’s texts' }).click()
        await expectToast(admin, 'translated as drafts')
        await expect(async () => {
          await admin.reload()
          await expect(admin.getByRole('button', { name: 'Translate the starter’s texts' })).toHaveCount(0, {
            timeout: 1000,
          })
        }).toPass({ timeout: 120_000 })
        await admin.getByRole('button', { name: 'Publish the translated pages' }).click()
        await expectToast(admin, 'are public now')
      })

      await test.step('English is added, translated and published', async () => {
        ai.answerWith(translatorOf(back))
        await admin.getByRole('combobox', { name: 'Language' }).selectOption('en')
        await admin.getByRole('button', { name: 'Add language' }).click()
        await admin.getByRole('button', { name: 'Translate missing' }).click()
        await expectToast(admin, 'translated as drafts')
        await expect(async () => {
          await admin.reload()
          await expect(admin.getByRole('table', { name: 'Translations' }).getByText('Missing')).toHaveCount(
            0,
            { timeout: 1000 },
          )
        }).toPass({ timeout: 120_000 })
        await admin.getByRole('button', { name: 'Publish', exact: true }).click()
        await expectToast(admin, 'are public now')
      })

      await test.step('each page is in one language', async () => {
        const sitemap = await (await page.request.get('/sitemap.xml')).text()
        const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)</g), ([, loc = '']) => new URL(loc).pathname)
        const isEnglish = (path: string) => path === '/en' || path.startsWith('/en/')
        expect(paths.filter(isEnglish).length).toBeGreaterThan(8)
        const others = ['/book', '/blog', '/blog/search?q=zzz', '/contact/thank-you', '/nothing']
        for (const path of [...paths.filter((each) => !isEnglish(each)), ...others])
          await expectLanguage(page, path, { lang: language, dir, foreign })
        for (const path of [...paths.filter(isEnglish), ...others.map((each) => `/en${each}`)])
          await expectLanguage(page, path, { lang: 'en', dir: 'ltr', foreign: own })
      })

      await test.step('a form says what is wrong and what was sent; the mails too', async () => {
        const visitor = newVisitor()
        await page.goto('/contact')
        const { form: labels, toast } = words.leads
        const form = page.getByRole('form', { name: labels.label })
        await form.getByRole('textbox', { name: labels.name }).fill(visitor.name)
        await form.getByRole('textbox', { name: labels.email }).fill(visitor.email)
        await form.getByRole('textbox', { name: labels.message }).fill('?')
        await form.getByRole('button', { name: labels.send }).click()
        await expect(page.getByRole('alert').filter({ hasText: toast.consentTitle })).toBeVisible()
        await form.getByRole('checkbox').last().check()
        await form.getByRole('button', { name: labels.send }).click()
        await expect(page.getByRole('status').filter({ hasText: toast.sentTitle })).toBeVisible()
        const receipt = () => smtp.arrived.find(({ envelope }) => envelope.to.includes(visitor.email))
        await expect.poll(() => receipt()?.subject).toBeDefined()
        expect(receipt()?.text).not.toMatch(foreign)
        expect(receipt()?.html).toContain(`<html lang="${language}" dir="${dir}">`)
      })

      await test.step('the assistant greets in it', async () => {
        await page.goto('/')
        await page.getByRole('button', { name: words.widget.open }).click()
        await expect(page.getByRole('dialog')).toContainText(words.welcome)
        await page.goto('/en')
        await page.getByRole('button', { name: 'Open chat' }).click()
        await expect(page.getByRole('dialog')).not.toContainText(words.welcome)
      })
      await context.close()
    })
  })
