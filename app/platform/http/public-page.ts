/** Headers of every page that all visitors share. */
export const publicHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  'speculation-rules': '"/speculation-rules.json"',
}

export function markPublic(headers: Headers): Headers {
  for (const [name, value] of Object.entries(publicHeaders)) headers.set(name, value)
  return headers
}
