import { CookieJar } from 'tough-cookie'

import { parseHttpEquivHeaders } from '#tests/observatory/src/retriever/utils.js'
import { type GradedResponse, scan } from '#tests/observatory/src/scanner/index.js'

/**
 * Grades a response with Mozilla's Observatory, as if the site were behind a TLS proxy that redirects from http. The
 * Observatory grades no error pages except 403, so others are handed in as 403.
 */
export async function gradeResponse(response: Response, options: { publicUrl: string; preflight: Response }) {
  const url = new URL(options.publicUrl)
  const body = await response.text()
  const jar = new CookieJar()
  for (const cookie of response.headers.getSetCookie()) await jar.setCookie(cookie, url.href)
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const auto: GradedResponse = {
    ...toGraded(response),
    httpEquiv: isHtml ? parseHttpEquivHeaders(body, url.href) : new Map<string, string[]>(),
  }
  const redirects = [
    { url: new URL(`http://${url.host}/`), status: 301 },
    { url, status: response.status },
  ]
  const { scan: grade, tests } = await scan({
    hostname: url.hostname,
    resources: { path: body },
    responses: {
      auto,
      https: auto,
      http: auto,
      cors: toGraded(options.preflight),
      httpRedirects: redirects,
      httpsRedirects: [],
    },
    session: { url, jar },
  })
  const failed = Object.entries(tests).flatMap(([name, { pass, result }]) =>
    pass ? [] : [`${name}: ${result}`],
  )
  return { grade: grade.grade, score: grade.score, failed }
}

function toGraded(response: Response): GradedResponse {
  const cookies = response.headers.getSetCookie()
  // The Observatory reads headers as axios provides them, by name and through `get`.
  const headers = Object.assign(
    Object.create({ get: (name: string) => response.headers.get(name) }) as GradedResponse['headers'],
    Object.fromEntries(response.headers),
    cookies.length > 0 && { 'set-cookie': cookies },
  )
  return { status: response.status >= 400 ? 403 : response.status, headers, verified: true }
}
