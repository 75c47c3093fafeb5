import type { Ctx } from '#app/platform/context.server.ts'

import { menusSetting } from '../menus/menus.server.ts'
import { unknownNames } from '../menus/save-menus.server.ts'
import type { StoredMenus } from '../menus/menus-schema.ts'
import { checkText } from '../wording/check-text.ts'
import { changesOf, wordingSetting } from '../wording/wording-setting.server.ts'

import type { ArchivedPage, Blame, ImportedSetting } from './archive-format.ts'

type Named = { facts: ReadonlySet<string>; pages: readonly ArchivedPage[] }

/**
 * Checks the names in braces in the texts of menus and wording.
 * @returns notes about accepted problems: a menu may refer to a page that the owner has deleted.
 */
export async function checkSettings(
  ctx: Ctx,
  settings: readonly ImportedSetting[],
  { facts, pages }: Named,
  blame: Blame,
): Promise<string[]> {
  const found = ({ key }: { key: string }) => settings.find(({ setting }) => setting.key === key)
  const wording = found(wordingSetting)
  const menus = found(menusSetting)
  if (wording) await checkWording(ctx, changesOf(wordingSetting.parse(wording.value)), facts, blame)
  if (!menus) return []
  const value = menusSetting.parse(menus.value)
  for (const { path, message } of unknownNames(value, facts))
    blame(`settings/${menus.setting.file}.json`, path.join('.'), message)
  return notesOf(value, pages)
}

async function checkWording(
  ctx: Ctx,
  changes: Readonly<Record<string, string>>,
  facts: ReadonlySet<string>,
  blame: Blame,
): Promise<void> {
  const known = await ctx.productTexts()
  for (const [key, text] of Object.entries(changes)) {
    const own = known.get(key)
    const fault = own && text !== '' ? checkText(text, own, facts) : null
    if (fault) blame('settings/wording.json', key, fault)
    if (text === '' && own?.mayBeEmpty === false)
      blame('settings/wording.json', key, 'This text is required.')
  }
}

function notesOf({ header, button, columns }: StoredMenus, pages: readonly ArchivedPage[]): string[] {
  const ids = new Set(pages.map(({ id }) => `page:${id}`))
  const items = [...header, button, ...columns.flatMap((column) => column.items)]
  const missing = new Set(items.map(({ to }) => to).filter((to) => to.startsWith('page:') && !ids.has(to)))
  return [...missing].map(
    (to) => `The menus link to the page ${to.slice(5)}, which is missing from this export.`,
  )
}
