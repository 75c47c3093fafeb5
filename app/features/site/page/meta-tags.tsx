import type { MetaDescriptor } from 'react-router'

const escapes: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Renders the result of `pageMeta` like the router's `Meta`. */
export function MetaTags({ of: descriptors }: { of: readonly MetaDescriptor[] }) {
  return descriptors.map((descriptor, n) => <MetaTag key={n} of={descriptor} />)
}

function MetaTag({ of: descriptor }: { of: MetaDescriptor }) {
  if ('title' in descriptor) return <title>{String(descriptor.title)}</title>
  if ('tagName' in descriptor) {
    const { tagName: _, ...attributes } = descriptor
    return <link {...attributes} />
  }
  if (!('script:ld+json' in descriptor)) return <meta {...descriptor} />
  const json = JSON.stringify(descriptor['script:ld+json'])
  const __html = json.replaceAll(/[&><\u2028\u2029]/g, (sign) => escapes[sign] ?? sign)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}
