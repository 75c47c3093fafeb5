import { imageSources, parseImageAddress } from '#app/features/images/image-address.ts'

/** Matches only tags as our renderer writes them: values in double quotes, and every other `<` escaped. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^"<>]|"[^"]*")*)>/g
const ATTRIBUTE = /([a-z][a-z-]*)="([^"]*)"/gi

const SIZES = '(min-width: 48rem) 44rem, 100vw'

/** Returns the absolute URL of a picture on another site, or null for one of this site. */
export function remoteAddress(address: string, publicUrl: string): string | null {
  const url = URL.parse(address, publicUrl)
  return url && url.origin !== new URL(publicUrl).origin ? url.href : null
}

export function remoteImagesIn(html: string, publicUrl: string): string[] {
  const found = new Set<string>()
  for (const [, , name, rest = ''] of html.matchAll(TAG)) {
    const { src } = name === 'img' ? attributesOf(rest) : {}
    const address = src === undefined ? null : remoteAddress(src, publicUrl)
    if (address !== null) found.add(address)
  }
  return [...found]
}

/**
 * Replaces each picture from another site in a post's HTML by our copy, or by a link with its description while there is
 * none, so that nothing loads from other sites.
 * @param kept our URLs by the original ones
 */
export function replaceRemoteImages(
  html: string,
  kept: ReadonlyMap<string, string>,
  publicUrl: string,
): string {
  const depth = { a: 0, picture: 0 }
  return html.replaceAll(TAG, (tag, slash: string, name: string, rest: string) => {
    if (name === 'a' || name === 'picture') depth[name] += slash ? -1 : 1
    if (name === 'source') return isRemoteSource(attributesOf(rest)['srcset'], publicUrl) ? '' : tag
    if (name !== 'img') return tag
    const { src, alt = '', title } = attributesOf(rest)
    const address = src === undefined ? null : remoteAddress(src, publicUrl)
    if (address === null) return tag
    const local = kept.get(address)
    if (local !== undefined) return ownPicture(local, { alt, title }, depth.picture === 0)
    const text = escaped(alt || title || 'Picture')
    return depth.a > 0 ? text : `<a href="${escaped(address)}" target="_blank" rel="noopener">${text}</a>`
  })
}

type Described = { alt: string; title: string | undefined }

/** Writes the same markup as the renderer does for uploaded pictures. */
function ownPicture(address: string, { alt, title }: Described, isOutermost: boolean): string {
  const image = parseImageAddress(address)
  if (!image) return escaped(alt)
  const { width, height } = image
  const attributes = {
    src: address,
    alt,
    ...(title !== undefined && { title }),
    loading: 'lazy',
    decoding: 'async',
    srcset: imageSources(image, 'webp'),
    sizes: SIZES,
    width: String(width),
    height: String(height),
  }
  const img = `<img ${written(attributes)}>`
  if (!isOutermost) return img
  const avif = { type: 'image/avif', srcset: imageSources(image, 'avif'), sizes: SIZES }
  return `<picture><source ${written(avif)}>${img}</picture>`
}

/** One URL on another site is enough, because the browser chooses which it loads. */
function isRemoteSource(srcset = '', publicUrl: string): boolean {
  return srcset.split(/[\s,]+/).some((part) => remoteAddress(part, publicUrl) !== null)
}

function attributesOf(text: string): Record<string, string | undefined> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) attributes[name] = unescaped(value)
  return attributes
}

function written(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')
}

function escaped(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`)
}

function unescaped(text: string): string {
  return text.replaceAll(/&#x([0-9a-f]{1,6});/gi, (whole, code: string) => {
    const point = Number.parseInt(code, 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
