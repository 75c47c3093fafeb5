import { parseImageAddress } from '#app/features/images/image-address.ts'

import { mapOutsideCode } from './outside-code.ts'
import { pictureAddress } from './read-import.ts'

/** Targets of pictures, links and references in Markdown and HTML. The second group is `!` for a picture. */
const TARGETS =
  /((!?)\[(?:[^[\]\\\n]|\\.){0,500}\]\(\s{0,9}<?|^[ \t]{0,3}\[[^\]\n]{1,300}\]:[ \t]{0,9}<?|\]\(\s{0,9}<?|\s(?:src|href|poster)\s{0,9}=\s{0,9}["']?)((?:[^\s"'<>()]|\([^\s"'<>()]{0,200}\)){1,2000})/gim

const PICTURE = /\.(?:avif|gif|jpe?g|jfif|png|svg|tiff?|webp)$/i

export type PicturesOfFile = {
  /** Finds a picture by an address that a post names; null if the file has none. */
  find(address: string, place: string): string | null
}

/** Indexes the pictures of a zip by each end of their paths, because sites serve them from different folders. */
export function indexPictures(names: readonly string[]): PicturesOfFile {
  const byEnd = new Map<string, string[]>()
  const pictures = new Set(names.filter((name) => PICTURE.test(name)))
  for (const name of pictures) {
    const parts = name.split('/')
    for (let from = Math.max(0, parts.length - 8); from < parts.length; from += 1) {
      const end = parts.slice(from).join('/').toLowerCase()
      byEnd.set(end, [...(byEnd.get(end) ?? []), name])
    }
  }
  return {
    find(address, place) {
      const path = decoded(address.replace(/[?#].*$/s, ''))
      const folder = place.includes('/') ? place.slice(0, place.lastIndexOf('/')) : ''
      const beside = normalised(`${folder}/${path}`)
      if (!path.startsWith('/') && pictures.has(beside)) return beside
      const wanted = normalised(path).toLowerCase()
      const found = byEnd.get(wanted) ?? []
      // The nearest one: in the longest common folder, and then the shortest path.
      return found.toSorted((a, b) => common(b, place) - common(a, place) || a.length - b.length)[0] ?? null
    },
  }
}

function common(a: string, b: string): number {
  let n = 0
  while (n < a.length && a[n] === b[n]) n += 1
  return n
}

function normalised(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export type PlacedPictures = { found: number; remote: number; missing: string[] }

/**
 * Points the pictures of a post at the file's own, and other addresses without a host at the old blog.
 * @returns the text, and the picture addresses that lead nowhere
 */
export function placePictures(
  { body, picture, place }: { body: string; picture: string; place: string },
  { pictures, base }: { pictures: PicturesOfFile; base: string },
): { body: string; picture: string } & PlacedPictures {
  const found = new Set<string>()
  const remote = new Set<string>()
  const missing = new Set<string>()
  const placed = (address: string, isPicture: boolean): string => {
    if (/^(?:https?:)?\/\//i.test(address)) {
      // The zip may contain a picture that the post names by its address on the old blog.
      const own = isPicture && base !== '' && address.startsWith(`${base}/`)
      const inFile = own ? pictures.find(address.slice(base.length), place) : null
      if (inFile !== null) {
        found.add(inFile)
        return pictureAddress(inFile)
      }
      if (isPicture) remote.add(address)
      return address
    }
    if (/^[a-z][a-z0-9+.-]*:|^#/i.test(address)) return address
    const name =
      isPicture || PICTURE.test(address.replace(/[?#].*$/s, '')) ? pictures.find(address, place) : null
    if (name !== null) {
      found.add(name)
      // In pictures of our own, the fragment says which part must stay visible.
      const focus = parseImageAddress(address)?.focus ?? 'center'
      return pictureAddress(name) + (focus === 'center' ? '' : `#${focus}`)
    }
    const old = base ? URL.parse(address, `${base}/`)?.href : undefined
    if (!isPicture) return old ?? address
    if (old) remote.add(old)
    else missing.add(address)
    return old ?? address
  }
  const text = mapOutsideCode(body, (outside) =>
    outside.replaceAll(TARGETS, (_all, before: string, mark: string | undefined, target: string) => {
      const isPicture = mark === '!' || /src\s*=\s*["']?$/i.test(before)
      return before + placed(target, isPicture)
    }),
  )
  const cover = picture && placed(picture, true)
  return {
    body: text,
    picture: missing.has(cover) ? '' : cover,
    found: found.size,
    remote: remote.size,
    missing: [...missing],
  }
}
