import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures.ts'
import type { BlockWords, Values } from './second-brand.ts'

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
}

/** Fills the fields of a form by name, including nested groups and lists. */
export async function fillIn(form: Locator, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string') await form.getByLabel(name, { exact: true }).first().fill(value)
    else {
      const group = form.getByRole('group', { name, exact: true })
      if (Array.isArray(value)) await fillList(group, value)
      else await fillIn(group, value as Values)
    }
}

/** Fills a list, which has one item when it is new. */
async function fillList(list: Locator, items: readonly (string | Values)[]): Promise<void> {
  for (const [at, item] of items.entries()) {
    if (at > 0) await list.getByRole('button', { name: /^Add / }).last().click()
    if (typeof item === 'string') await list.getByRole('textbox').nth(at).fill(item)
    else {
      const group = list.locator(':scope > div > details').nth(at)
      if ((await group.getAttribute('open')) === null) await group.locator('summary').first().click()
      await fillIn(group, item)
    }
  }
}

/** Removes all blocks of the page that is open in the editor, and adds these. */
export async function replaceBlocks(page: Page, blocks: readonly BlockWords[]): Promise<void> {
  const list = page.getByRole('list', { name: 'Blocks' }).getByRole('listitem')
  for (let left = await list.count(); left > 0; left -= 1) {
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(list).toHaveCount(left - 1)
  }
  const form = page.getByRole('form', { name: 'Block' })
  const choice = page.getByRole('dialog', { name: 'Add a block' })
  for (const [at, { kind, values }] of blocks.entries()) {
    await page.getByRole('button', { name: 'Add block' }).click()
    await choice
      .getByRole('button')
      .filter({ has: page.getByText(kind, { exact: true }) })
      .click()
    await expect(list).toHaveCount(at + 1)
    await expect(form.getByRole('heading', { name: kind, exact: true })).toBeVisible()
    await fillIn(form, values)
  }
}

export async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Visitors now see this version of the page.')).toBeVisible()
}

export async function saveDetails(
  page: Page,
  id: string,
  details: Values,
  choices: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.goto(`/admin/pages/${id}/details`)
  const form = page.getByRole('form', { name: 'Details' })
  await fillIn(form, details)
  for (const [name, option] of Object.entries(choices))
    await form.getByRole('combobox', { name, exact: true }).selectOption(option)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
}

/** Moves the page whose details are open to another address. */
export async function moveTo(page: Page, path: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Address' })
  await form.getByRole('textbox', { name: 'Address' }).fill(path)
  await form.getByRole('button', { name: 'Move' }).click()
  await expectToast(page, 'Moved')
}

export async function deletePage(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/pages/${id}/details`)
  await page.getByRole('button', { name: 'Delete page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Rewords every product text of five or more words. */
export async function rewordLongTexts(page: Page, own: Readonly<Record<string, string>>): Promise<number> {
  let changed = 0
  for (let number = 1; ; number += 1) {
    await page.goto(`/admin/wording?page=${number}`)
    await page.locator('[data-state=awake]').first().waitFor()
    const keys = await page.getByRole('main').getByRole('form').evaluateAll(formTexts)
    for (const { key, text, places } of keys) {
      if (wordsIn(text) < 5) continue
      changed += 1
      const form = page.getByRole('form', { name: key, exact: true })
      await form.getByRole('textbox').fill(own[key] ?? [`Bench note ${changed}`, ...places].join(' '))
      await form.getByRole('button', { name: `Save ${key}` }).click()
      await expect(form.getByRole('button', { name: `Reset ${key}` })).toBeVisible()
    }
    if ((await page.getByRole('link', { name: 'Next' }).count()) === 0) return changed
  }
}

/** Runs in the browser. Returns each text with its name and the names in braces that it must keep. */
function formTexts(forms: Element[]): { key: string; text: string; places: string[] }[] {
  return forms.flatMap((form) => {
    const area = form.querySelector('textarea')
    const places = area?.value.match(/\{[a-z]\w*\}/gi) ?? []
    return area
      ? [{ key: String(form.getAttribute('aria-label')), text: area.value, places: [...places] }]
      : []
  })
}
