import type { Ctx } from '#app/platform/context.server.ts'

import { readStored } from '../site-content.server.ts'

/** The published pages by language. Paths are without the prefix of the language. */
export type VersionPaths = {
  /** Ids of pages by their path, by language. */
  ids: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Paths of pages by their id, by language. */
  paths: ReadonlyMap<string, ReadonlyMap<string, string>>
}

const known = new WeakMap<object, VersionPaths>()

/** Returns which pages exist in which language, from memory until the content changes. */
export async function readVersionPaths(ctx: Ctx): Promise<VersionPaths> {
  const [stored, { mainLanguage }] = await Promise.all([readStored(ctx), ctx.site(ctx)])
  const before = known.get(stored)
  if (before) return before
  const published = new Map(stored.pages.map((page) => [page.id, page]))
  const shown = [...published.values()].filter(({ document }) => !document.service?.isContactOnly)
  const byLanguage: [string, [string, string][]][] = [
    [mainLanguage, shown.map(({ id, path }) => [id, path])],
    ...[...stored.versions].map(([language, versions]): [string, [string, string][]] => [
      language,
      versions.flatMap(({ sourceId, path, standsAlone }) =>
        standsAlone || published.has(sourceId) ? [[sourceId, path]] : [],
      ),
    ]),
  ]
  const made = {
    paths: new Map(byLanguage.map(([language, pages]) => [language, new Map(pages)])),
    ids: new Map(
      byLanguage.map(([language, pages]) => [language, new Map(pages.map(([id, path]) => [path, id]))]),
    ),
  }
  known.set(stored, made)
  return made
}
