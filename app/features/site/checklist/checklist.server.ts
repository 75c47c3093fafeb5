import { z } from 'zod'

import { listFacts, ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { unpublishPage } from '#app/features/content/pages/publish-page.server.ts'
import { menusSetting } from '#app/features/content/menus/menus.server.ts'
import { starterMenus } from '#app/features/content/menus/menus-schema.ts'
import { readDocument } from '#app/features/content/page-document.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import { wordingSetting } from '#app/features/content/wording/wording-setting.server.ts'
import { blogTexts } from '#app/features/blog/blog-messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'
import { PAGES_TOPIC, RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

import { foundTexts } from '../seo/messages.ts'

import type { ChecklistGroup, ChecklistItem } from './checklist-item.ts'
import { findStarterItems } from './starter-items.server.ts'

/** The claims that the owner has confirmed, and whether search engines are allowed before all are settled. */
export const checklistSetting = defineSetting({
  key: 'checklist',
  schema: z.object({ confirmed: z.array(z.string()), isOpen: z.boolean() }),
  defaults: { confirmed: [], isOpen: false },
  audit: 'settings.checklist',
  path: '/admin/checklist',
  area: 'content',
  // Cached pages contain the header that keeps search engines out.
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
})

export type Checklist = {
  open: ChecklistItem[]
  confirmed: ChecklistItem[]
  /** Whether the owner allows search engines despite open items. */
  isOverridden: boolean
}

async function findChecklist(ctx: Ctx): Promise<Checklist> {
  const [site, own, pages, { confirmed, isOpen }, words] = await Promise.all([
    ctx.site(ctx),
    ownFacts.read(ctx),
    findStarterPages(ctx),
    checklistSetting.read(ctx),
    findStarterWords(ctx),
  ])
  const items = findStarterItems({ site, words, facts: listFacts(own), pages })
  const isConfirmed = ({ id }: ChecklistItem) => confirmed.includes(id)
  return {
    open: items.filter((item) => !isConfirmed(item)),
    confirmed: items.filter(isConfirmed),
    isOverridden: isOpen,
  }
}

/** Finds claims outside of the owner's pages: in the footer, in llms.txt and above the blog. */
async function findStarterWords(ctx: Ctx) {
  const [{ blurb }, wording, found, blog] = await Promise.all([
    menusSetting.read(ctx),
    wordingSetting.read(ctx),
    wordedTexts(ctx, foundTexts),
    wordedTexts(ctx, blogTexts),
  ])
  const worded = (key: string, title: string, says: string) => {
    const isStarter = (wording[key]?.text ?? null) === null
    return { id: `words.${key}`, title, says, changeAt: '/admin/wording', isStarter }
  }
  return [
    {
      id: 'words.footer',
      title: 'Under the logo of the footer',
      says: blurb,
      changeAt: '/admin/menus',
      isStarter: blurb === starterMenus.blurb,
    },
    worded('found.summary', 'For assistants: what the business is', found.summary),
    worded('found.details', 'For assistants: how it works', found.details),
    worded('blog.metaDescription', 'The blog in search results', blog.metaDescription),
    worded('blog.text', 'Above the blog', blog.text),
  ]
}

/** Returns the starter's pages as visitors see them, from their rows if they were edited. */
async function findStarterPages(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('page')
    .select(['id', 'published'])
    .where(
      'id',
      'in',
      starterPages.map(({ id }) => id),
    )
    .execute()
  return starterPages.map(({ id, kind, document }) => {
    const row = rows.find((page) => page.id === id)
    if (!row) return { id, kind, published: document }
    return { id, kind, published: row.published === null ? null : readDocument(row.published) }
  })
}

/** @throws {AppError} unauthenticated without the owner. */
export async function readChecklist(ctx: Ctx): Promise<Checklist> {
  requireActor(ctx, 'content.read')
  return findChecklist(ctx)
}

type Which = { id: string } | { group: ChecklistGroup }

/** Confirms one claim, or all open ones of a group. */
export async function confirmStarter(ctx: Ctx, which: Which): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const { open } = await findChecklist(ctx)
    const meant = open.filter((item) => ('id' in which ? item.id === which.id : item.group === which.group))
    if (meant.length === 0) throw settledAlready()
    await change(ctx, (confirmed) => [...confirmed, ...meant.map(({ id }) => id)])
  })
}

export async function askStarterAgain(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await change(ctx, (confirmed) => confirmed.filter((each) => each !== id))
}

async function change(ctx: Ctx, changed: (confirmed: string[]) => string[]): Promise<void> {
  const { confirmed, ...setting } = await checklistSetting.readAsOwner(ctx)
  await checklistSetting.save(ctx, { ...setting, confirmed: changed(confirmed) })
}

/**
 * Removes what an item is about: a fact with its sentences, or a page with its service.
 * @throws {AppError} not-found if it is already settled, invalid if the site needs it.
 */
export async function removeStarter(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    const item = (await findChecklist(ctx)).open.find((each) => each.id === id)
    if (!item) throw settledAlready()
    if (!item.canRemove)
      throw new AppError('invalid', 'The site needs this, so it cannot be removed. Please change it instead.')
    const [kind, name = ''] = id.split(/\.(.*)/s)
    if (kind === 'page' || kind === 'service') {
      await unpublishPage(ctx, name)
      return
    }
    const own = await ownFacts.read(ctx)
    await ownFacts.save(ctx, [
      ...own.filter((fact) => fact.name !== name),
      { name, title: item.title, value: '' },
    ])
  })
}

function settledAlready(): AppError {
  return new AppError('not-found', 'This is no longer listed. Please reload the page.')
}

/** Allows search engines before the list is empty, or keeps them out again until it is. */
export async function overrideChecklist(ctx: Ctx, { isOpen }: { isOpen: boolean }): Promise<void> {
  await checklistSetting.save(ctx, { ...(await checklistSetting.readAsOwner(ctx)), isOpen })
}

type Kept = { reading: Promise<boolean> | null; known: boolean }

function createKept(signals: Signals): Kept {
  const kept: Kept = { reading: null, known: false }
  for (const topic of [PAGES_TOPIC, RESYNC])
    signals.subscribe(topic, () => {
      kept.reading = null
    })
  return kept
}

/**
 * Returns whether search engines may list the site. Every public response needs this, so it is cached until the site
 * changes; while the database is unreachable, the last result is used.
 */
export async function isOpenToSearch(ctx: Ctx): Promise<boolean> {
  const kept = ctx.state.of(createKept)
  const mine = (kept.reading ??= findChecklist(ctx).then(
    ({ open, isOverridden }) => isOverridden || open.length === 0,
  ))
  try {
    const found = await mine
    if (kept.reading === mine) kept.known = found
    return found
  } catch (error) {
    if (kept.reading === mine) kept.reading = null
    ctx.log.warn({ error }, 'checklist.unreachable')
    return kept.known
  }
}
