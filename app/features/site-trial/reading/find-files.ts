import type { FileKind, NamedFile } from './measured.ts'

const MOST_FILES = 300
const NO_BROWSER_LOADS =
  /\b(?:application\/(?:ld\+json|json)|text\/(?:template|plain)|speculationrules|importmap)\b/i

/**
 * Lists the files that a page's HTML makes a browser load at once: scripts, styles, preloads, and images that are not
 * lazy. Files loaded later by scripts and styles are not included.
 */
export function findFiles(document: Document, address: string): NamedFile[] {
  const named = document.querySelector('base[href]')?.getAttribute('href')
  const base = (named && URL.parse(named, address)?.href) || address
  const found = new Map<string, FileKind>()
  const add = (source: string | null, kind: FileKind) => {
    const url = source ? URL.parse(source, base) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 1000) return
    url.hash = ''
    if (found.size < MOST_FILES && !found.has(url.href)) found.set(url.href, kind)
  }
  for (const link of document.querySelectorAll('link[href]')) {
    const rel = ` ${link.getAttribute('rel')?.toLowerCase()} `
    const href = link.getAttribute('href')
    if (rel.includes(' stylesheet ') && !rel.includes(' alternate ')) {
      if (link.getAttribute('media')?.trim().toLowerCase() !== 'print') add(href, 'style')
    } else if (rel.includes(' modulepreload ')) add(href, 'script')
    else if (rel.includes(' preload ')) add(href, preloaded(link.getAttribute('as')))
  }
  for (const script of document.querySelectorAll('script[src]')) {
    const isLoaded =
      !script.hasAttribute('nomodule') && !NO_BROWSER_LOADS.test(String(script.getAttribute('type')))
    if (isLoaded) add(script.getAttribute('src'), 'script')
  }
  for (const picture of document.querySelectorAll('img[src]'))
    if (picture.getAttribute('loading')?.toLowerCase() !== 'lazy') add(picture.getAttribute('src'), 'picture')
  return Array.from(found, ([url, kind]) => ({ url, kind }))
}

function preloaded(as: string | null): FileKind {
  if (as === 'script' || as === 'style') return as
  return as === 'image' ? 'picture' : 'other'
}
