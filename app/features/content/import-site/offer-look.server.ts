import type { Ctx } from '#app/platform/context.server.ts'

import type { MenuItem, StoredMenus } from '../menus/menus-schema.ts'
import { MOST_IN_HEADER } from '../menus/menu-limits.ts'
import type { MenuPage } from '../menus/menu-list.tsx'

import { getProposal } from './keep-proposal.server.ts'
import { pathFor } from './propose-page.ts'

const MAX_WORDS = 40

/**
 * Returns the menus with the header of another site, for the owner to save. A link leads to the page kept from its
 * target, or to a page with the same address, or else to where it led there.
 * @throws {AppError} not-found.
 */
export async function offerMenus(
  ctx: Ctx,
  id: string,
  { menus, pages }: { menus: StoredMenus; pages: readonly MenuPage[] },
): Promise<StoredMenus> {
  const { menu, pages: proposed } = await getProposal(ctx, id)
  const keptAt = new Map(proposed.flatMap(({ url, keptAs }) => (keptAs === undefined ? [] : [[url, keptAs]])))
  const header = menu
    .filter(({ text }) => text.length <= MAX_WORDS)
    .slice(0, MOST_IN_HEADER)
    .map(({ text, target }): MenuItem => {
      const words = text.replaceAll(/\{(?=\S)/g, '{ ')
      const path = pathFor(new URL(target).pathname)
      const page = pages.find((each) => each.id === keptAt.get(target) || each.path === path)
      return page
        ? { to: `page:${page.id}`, address: '', text: words }
        : { to: 'address', address: target, text: words }
    })
  return { ...menus, header }
}

type OfferedLook = { address: string; colours: { accent?: string; second?: string }; hasLogo: boolean }

/** Returns the colours of another site for the brand form. @throws {AppError} not-found. */
export async function offerLook(ctx: Ctx, id: string): Promise<OfferedLook> {
  const { address, colours, logoFile } = await getProposal(ctx, id)
  const [accent, second] = colours.map(({ text }) => text)
  return {
    address,
    colours: { ...(accent && { accent }), ...(second && { second }) },
    hasLogo: logoFile !== null,
  }
}

export async function offeredLogo(ctx: Ctx, id: string): Promise<{ name: string; bytes: Uint8Array } | null> {
  const { logoFile } = await getProposal(ctx, id)
  return logoFile && { name: logoFile.name, bytes: Buffer.from(logoFile.bytes, 'base64') }
}
