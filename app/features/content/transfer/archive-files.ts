export const MANIFEST = 'content.json'
export const REDIRECTS = 'redirects.json'

export const MAX_ARCHIVE_BYTES = 50 * 1024 * 1024
export const MAX_UNPACKED = 200 * 1024 * 1024
export const MAX_FILES = 10_000

const ID = '[a-z0-9][a-z0-9-]{0,119}'
const patterns = {
  page: new RegExp(`^pages/(${ID})\\.json$`),
  draft: new RegExp(`^drafts/(${ID})\\.json$`),
  version: new RegExp(`^versions/([a-z]{2,3}(?:-[a-z\\d]{2,8}){0,2}/${ID})\\.json$`),
  translations: /^translations\/([a-z]{2,3}(?:-[a-z\d]{2,8}){0,2})\.json$/,
  setting: /^settings\/([a-z][a-z0-9-]{0,39})\.json$/,
  markdown: new RegExp(`^((?:pages|drafts)/${ID}/[\\w.-]{1,200})\\.md$`),
  image: /^(images\/([0-9a-f-]{36})\/(\d{1,4})x\d{1,5})\.webp$/,
}

const none: readonly string[] = []

export type FileKind = keyof typeof patterns | 'manifest' | 'redirects'

/** Returns the kind of an archive's file, and the id in its name; null for a file that does not belong there. */
export function kindOfFile(name: string): { kind: FileKind; id: string } | null {
  if (name === MANIFEST) return { kind: 'manifest', id: '' }
  if (name === REDIRECTS) return { kind: 'redirects', id: '' }
  for (const [kind, pattern] of Object.entries(patterns)) {
    const [, id] = pattern.exec(name) ?? none
    if (id !== undefined) return { kind: kind as keyof typeof patterns, id }
  }
  return null
}

/** Archives may come from repositories, which have files of their own, or from systems that add some. */
export function isIgnored(name: string): boolean {
  return /(?:^|\/)(?:\.|__MACOSX\/)|\/$|^[\w-]+\.(?:md|txt)$|^LICENSE$/.test(name)
}

export function picturesIn(json: string): { file: string; stored: string }[] {
  return [...json.matchAll(/\/images\/([0-9a-f-]{36})\/(\d{1,4})x(\d{1,5})\.webp/g)].map(
    ([address, id, width]) => ({ file: address.slice(1), stored: `images/${id}/${width}.webp` }),
  )
}

export type ArchiveFault = { file: string; place: string; text: string }

export function describeFault({ file, place, text }: ArchiveFault): string {
  return `${file}${place === '' ? '' : `, ${place}`}: ${text}`
}
