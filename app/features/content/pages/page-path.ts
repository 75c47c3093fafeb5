import { latinSlugOf } from '#app/features/editing/latin-slug.ts'

import type { PageKind } from '../page-kinds.ts'
import { movedPages } from '../starter/moved-pages.ts'

/** First parts of paths that pages may not use, because other routes or files do. */
const reserved: Readonly<Record<string, string>> = {
  assistant: 'the assistants of other sites',
  admin: 'the admin',
  api: 'requests from the pages’ scripts',
  assets: 'files of the pages',
  blog: 'the blog',
  book: 'bookings',
  booking: 'bookings',
  flags: 'files of the pages',
  healthz: 'the health check',
  images: 'pictures',
  knowledge: 'files of the knowledge base',
  mcp: 'assistant programs (MCP)',
  metrics: 'the figures for monitoring',
  oauth: 'connecting apps',
  preview: 'previews of drafts',
  readyz: 'the readiness check',
  share: 'share images',
  try: 'demonstrations on visitors’ own sites',
  videos: 'videos',
}

const PART = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MOST_PARTS = 4
const MOST_LETTERS = 120

/** Returns why a page may not have this address; null if it may. */
export function faultOfPath(path: string): string | null {
  if (path === '/') return null
  const parts = path.split('/').slice(1)
  if (!path.startsWith('/')) return 'Please begin the address with a slash.'
  if (!parts.every((part) => PART.test(part)))
    return 'Please use lowercase letters, digits and hyphens, with single slashes between them and none at the end.'
  if (parts.length > MOST_PARTS || path.length > MOST_LETTERS)
    return `Please use at most ${MOST_PARTS} parts and ${MOST_LETTERS} letters.`
  const owner = reserved[parts[0] ?? '']
  if (owner) return `/${parts[0]} is reserved for ${owner}. Please choose another address.`
  if (path.startsWith('/contact/'))
    return 'Addresses below /contact are reserved for the contact form. Please choose another address.'
  if (Object.hasOwn(movedPages, path))
    return `This address redirects to ${movedPages[path as keyof typeof movedPages]}. Please choose another.`
  return null
}

const folders: Readonly<Record<PageKind, string>> = {
  page: '/',
  service: '/services/',
  legal: '/',
  'case-study': '/case-studies/',
}

/** @param toSlug on the server `slugOf`, which also knows other scripts than Latin */
export function suggestedPath(name: string, kind: PageKind, toSlug = latinSlugOf): string {
  return `${folders[kind]}${toSlug(name, 'page')}`
}
