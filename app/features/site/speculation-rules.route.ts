import type { PageHandle } from '#app/platform/http/page-handle.ts'

export const handle: PageHandle = { shared: true }

/** Pages that the browser may prefetch when the pointer rests on a link: public ones, which are cheap to serve. */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/admin*' } },
          { not: { href_matches: '/api/*' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: {
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=86400',
    },
  })
}
