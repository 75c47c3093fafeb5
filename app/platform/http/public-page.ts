/** What every page has in its headers that all visitors share. */
export function markPublic(headers: Headers): Headers {
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('cache-control', 'public, max-age=0, must-revalidate')
  headers.set('speculation-rules', '"/speculation-rules.json"')
  return headers
}
