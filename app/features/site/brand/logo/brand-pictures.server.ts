import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { Logo } from '#app/lib/look.ts'
import type { BrandFile, SiteIdentity } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { acceptPictures } from './read-uploads.server.ts'

/** Stored in the database, so that all instances and backups have it, even if the file storage is unavailable. */
const logoSchema = z.object({
  /** A cleaned drawing; null if a picture was uploaded. */
  svg: z.string().nullable(),
  webp: z.string(),
  png: z.string(),
  width: z.number(),
  height: z.number(),
})

const schema = z.object({ logo: logoSchema.nullable(), shareImage: z.string().nullable() })

export type BrandPictures = z.output<typeof schema>

export const brandPictures = defineSetting({
  key: 'brand-pictures',
  schema,
  defaults: { logo: null, shareImage: null },
  audit: () => 'settings.brand',
  path: '/admin/brand',
  area: 'content',
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
  exported: { file: 'brand-pictures', accept: acceptPictures },
})

/** Allows only the drawing's own styles when it is opened directly. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type Pictures = { logo: Logo | null; shareImage: string | null; files: ReadonlyMap<string, BrandFile> }

/** Returns the addresses of the owner's pictures, which change with their content, and the files served there. */
export function picturesOf({ logo, shareImage }: BrandPictures): Pictures {
  const files = new Map<string, BrandFile>()
  const add = (name: string, file: BrandFile): string => {
    const path = `/brand-${name}-${hashOf(file.bytes)}.${extensions[file.type]}`
    files.set(path, file)
    return path
  }
  const fromBase64 = (type: BrandFile['type'], base64: string) => ({
    type,
    bytes: Buffer.from(base64, 'base64'),
  })
  return {
    files,
    logo: logo && {
      src:
        logo.svg === null
          ? add('logo', fromBase64('image/webp', logo.webp))
          : add('logo', { type: 'image/svg+xml', bytes: Buffer.from(logo.svg), policy: SVG_POLICY }),
      png: add('logo', fromBase64('image/png', logo.png)),
      width: logo.width,
      height: logo.height,
    },
    shareImage: shareImage && add('share', fromBase64('image/jpeg', shareImage)),
  }
}

const extensions: Readonly<Record<BrandFile['type'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

export type LogoToDraw = { dataUrl: string; width: number; height: number }

type LogoSite = Pick<SiteIdentity, 'brandFiles'> & { look: Pick<SiteIdentity['look'], 'logo'> }

/** Returns the logo as PNG, because the drawing library cannot read the size of an SVG. */
export function logoToDraw({ look: { logo }, brandFiles }: LogoSite): LogoToDraw | null {
  const file = logo && brandFiles.get(logo.png)
  if (!logo || !file) return null
  const { width, height } = logo
  return { dataUrl: `data:${file.type};base64,${Buffer.from(file.bytes).toString('base64')}`, width, height }
}
