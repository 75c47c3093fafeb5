/** The address contains a picture's size, so that a page needs no query to show it. */
type ImageAddress = { id: string; width: number; height: number; focus: Focus }

export const focuses = [
  'left-top',
  'top',
  'right-top',
  'left',
  'center',
  'right',
  'left-bottom',
  'bottom',
  'right-bottom',
] as const
export type Focus = (typeof focuses)[number]

const WIDTHS = [480, 960, 1440, 2160]

export type ImageFormat = 'avif' | 'webp'
export const imageFormats: readonly ImageFormat[] = ['avif', 'webp']

/** Returns at most four widths in pixels, none wider than the original. */
export function imageWidths(width: number): number[] {
  const smaller = WIDTHS.filter((fixed) => fixed < width)
  return smaller.length === WIDTHS.length ? smaller : [...smaller, width]
}

export function keptSize({ width, height }: { width: number; height: number }) {
  const widest = imageWidths(width).at(-1) ?? width
  return { width: widest, height: Math.max(1, Math.round((height * widest) / width)) }
}

/** For example `/images/{id}/960x640.webp#top`. */
export function imageAddress({ id, width, height, focus }: ImageAddress): string {
  return `/images/${id}/${width}x${height}.webp${focus === 'center' ? '' : `#${focus}`}`
}

export function parseImageAddress(address: string): ImageAddress | null {
  const [path = '', fragment = ''] = address.split('#', 2)
  const [, id, width, height] = /^\/images\/([0-9a-f-]{36})\/(\d{1,4})x(\d{1,5})\.webp$/.exec(path) ?? []
  if (!id || !Number(width) || !Number(height)) return null
  const focus = focuses.find((name) => name === fragment) ?? 'center'
  return { id, width: Number(width), height: Number(height), focus }
}

export function imageSources({ id, width }: ImageAddress, format: ImageFormat): string {
  return imageWidths(width)
    .map((kept) => `/images/${id}/${kept}.${format} ${kept}w`)
    .join(', ')
}
