const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isRead(method: string): boolean {
  return readOnly.has(method)
}

/**
 * Whether a write may come from where it says it comes from. A foreign Origin or a cross-site fetch is refused always, a
 * missing Origin where the browser sent the session cookie: each browser of today names the origin of a write.
 */
export function isAllowedWrite(
  request: { readonly method: string; readonly headers: Pick<globalThis.Headers, 'get'> },
  options: { publicUrl: string; sessionCookie: string },
): boolean {
  if (isRead(request.method)) return true
  if (request.headers.get('sec-fetch-site') === 'cross-site') return false
  const origin = request.headers.get('origin')
  if (origin === null) return !request.headers.get('cookie')?.includes(options.sessionCookie)
  const host = URL.parse(origin)?.host
  return origin === options.publicUrl || (host !== undefined && host === request.headers.get('host'))
}
