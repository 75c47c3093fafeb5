import { shortened } from '#app/lib/readable-text.ts'

import { MAX_SOURCE } from '../content/render-in-pool.server.ts'
import { excerptOf } from '../content/excerpt.ts'
import { MAX_TAGS, postLimits } from '../parse-post.ts'

import { type PicturesOfFile, placePictures } from './file-pictures.ts'
import { addressKey, formerPathOf } from './former-addresses.ts'
import type { ImportedPost, ReadingSettings } from './imported-post.ts'
import type { StagedEntry } from './read-import.ts'

export function unreadEntry({
  place,
  title,
  reason,
}: {
  place: string
  title: string
  reason: string
}): StagedEntry {
  return {
    source: null,
    place: shortened(clean(place), 200),
    title: shortened(clean(title), postLimits.title) || shortened(clean(place), 200),
    state: 'unread',
    reason: shortened(clean(reason), 500),
    at: null,
    notes: [],
    post: null,
  }
}

/** Fits a post to the limits of this site; whatever that changes is noted. */
export function stage(
  read: ImportedPost,
  { pictures, settings }: { pictures: PicturesOfFile; settings: ReadingSettings },
): StagedEntry {
  const notes = read.warnings.map((warning) => shortened(clean(warning), 500))
  const fit = (name: string, text: string, most: number): string => {
    const line = clean(text).replaceAll(/\s+/g, ' ').trim()
    const short = shortened(line, most)
    if (short !== line) notes.push(`${name} was shortened to ${most} characters.`)
    return short
  }
  const placed = placePictures(
    { body: withinLimit(read, notes), picture: read.picture, place: read.place },
    { pictures, base: settings.base },
  )
  const content = clean(placed.body)
  if (read.body.includes('\uFFFD')) notes.push('Characters that could not be read stand as “?”.')
  for (const address of placed.missing.slice(0, 20))
    notes.push(`The picture ${shortened(address, 200)} is missing.`)
  if (placed.missing.length > 20) notes.push(`${placed.missing.length - 20} more pictures are missing.`)
  if (placed.found > 0)
    notes.push(
      placed.found === 1
        ? '1 picture of the file comes with it.'
        : `${placed.found} pictures of the file come with it.`,
    )
  const title = fit('The title', read.title, postLimits.title) || titleFrom(content, notes)
  const form = {
    title,
    slug: fit('The address', read.slug, 200),
    content,
    excerpt: fit('The excerpt', read.excerpt, postLimits.ownExcerpt),
    imageUrl: pictureFrom(placed.picture, notes),
    imageAlt: fit('The description of the picture', read.pictureAlt, postLimits.imageAlt),
    tags: tagsFrom(read.tags, notes),
    language: read.language,
    author: fit('The author', read.author, postLimits.author),
  }
  return {
    source: read.source === '' ? null : shortened(clean(read.source), 500),
    place: shortened(clean(read.place), 200),
    title,
    ...stateOf(read, { content, now: settings.now }),
    notes: notes.slice(0, 60),
    post: {
      form,
      keys: [
        ...new Set(
          [`import:${read.place}`, ...ownAddress(read), ...read.formerAddresses].flatMap((one) =>
            keysOf(one, settings.base),
          ),
        ),
      ].slice(0, 50),
      formerPaths: [...new Set(read.formerAddresses.flatMap((one) => formerPathOf(one) ?? []))].slice(0, 20),
      createdAt: read.createdAt ?? read.publishedAt,
      translationOf: translationOf(read),
      withdrawnAt: read.source.startsWith('foyer:') && read.notPublic !== null ? read.publishedAt : null,
    },
  }
}

/** The address by which its translations name it. It is not a former address, because the post may keep it. */
function ownAddress({ source, slug }: ImportedPost): string[] {
  return source.startsWith('foyer:') && slug !== '' ? [`/blog/${slug}`] : []
}

function translationOf({ translationOf: of }: ImportedPost) {
  const key = of ? addressKey(of.address) : null
  return of && key !== null ? { key, digest: of.digest?.slice(0, 64) ?? null } : null
}

/** Only what the source says plainly to be public, and dated not in the future, is published. */
function stateOf(
  { notPublic, publishedAt, createdAt }: ImportedPost,
  { content, now }: { content: string; now: number },
): Pick<StagedEntry, 'state' | 'reason' | 'at'> {
  const draft = (reason: string) => ({ state: 'draft' as const, reason, at: publishedAt ?? createdAt })
  if (notPublic !== null) return draft(shortened(clean(notPublic), 500))
  if (content.trim() === '') return draft('It has no text.')
  if (publishedAt === null) return draft('It has no date.')
  return { state: publishedAt > now ? 'scheduled' : 'published', reason: null, at: publishedAt }
}

/** Returns the address as a path and as a URL of the old blog, because entries name each other by either. */
function keysOf(address: string, base: string): string[] {
  const key = addressKey(address)
  if (key === null) return []
  if (key.startsWith('/')) return [key, ...(base ? [addressKey(base + address) ?? key] : [])]
  return key.startsWith('import:') ? [key] : [key, formerPathOf(address) ?? key]
}

/** Removes null characters, which text columns refuse, and shows characters that an earlier conversion lost as `?`. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').replaceAll('\uFFFD', '?')
}

function withinLimit({ body, source }: ImportedPost, notes: string[]): string {
  // Addresses of pictures grow when they are placed, except those of posts that were exported here.
  const most = source.startsWith('foyer:') ? MAX_SOURCE : MAX_SOURCE - 20_000
  if (body.length <= most) return body
  notes.push(
    `The text was cut after ${most.toLocaleString('en-US')} characters, the most that a post may have.`,
  )
  return body.slice(0, Math.max(body.lastIndexOf('\n\n', most), most / 2))
}

function titleFrom(content: string, notes: string[]): string {
  notes.push('It had no title.')
  return shortened(excerptOf(content.replaceAll(/[#*_>`[\]()]|<[^>]*>/g, ' ')).trim(), 60) || 'Untitled'
}

function pictureFrom(address: string, notes: string[]): string {
  const isFit =
    address.startsWith('import-file:') ||
    /^\/(?![/\\])/.test(address) ||
    (/^https?:\/\//i.test(address) && URL.canParse(address))
  if (address === '' || (isFit && address.length <= postLimits.imageUrl)) return address
  notes.push(
    `The picture ${shortened(clean(address), 200)} was left out, because its address cannot be used.`,
  )
  return ''
}

function tagsFrom(read: readonly string[], notes: string[]): string {
  const tags = [
    ...new Set(
      read
        .map((tag) =>
          clean(tag)
            .replaceAll(/[,\s]+/g, ' ')
            .trim()
            .replace(/^#/, ''),
        )
        .filter(Boolean),
    ),
  ]
  const cut = tags.map((tag) => shortened(tag, postLimits.tag))
  if (cut.some((tag, n) => tag !== tags[n]))
    notes.push(`Tags were shortened to ${postLimits.tag} characters.`)
  if (cut.length > MAX_TAGS)
    notes.push(
      `These tags were left out, because a post may have ${MAX_TAGS}: ${shortened(cut.slice(MAX_TAGS).join(', '), 300)}.`,
    )
  return cut.slice(0, MAX_TAGS).join(', ')
}
