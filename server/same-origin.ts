const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a write may come from where it says it comes from. A foreign Origin or a cross-site fetch is refused always, a
 * missing Origin where the browser sent the session cookie: each browser of today names the origin of a write.
 */
export function isAllowedWrite(
  request: Request,
  options: { publicUrl: string; sessionCookie: string },
): boolean {
  if (readOnly.has(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin === null)
    return (
      !request.headers.get('cookie')?.includes(options.sessionCookie) &&
      request.headers.get('sec-fetch-site') !== 'cross-site'
    )
  return origin === options.publicUrl || hostOf(origin) === request.headers.get('host')
}

/** `null` for an opaque origin, which equals no host. */
function hostOf(origin: string): string | null {
  return URL.parse(origin)?.host ?? null
}
