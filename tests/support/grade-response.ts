import { CookieJar } from 'tough-cookie'

import { parseHttpEquivHeaders } from '#tests/observatory/src/retriever/utils.js'
import { type GradedResponse, scan } from '#tests/observatory/src/scanner/index.js'

/**
 * What Mozilla's Observatory makes of a response, as of a site behind a proxy that speaks TLS with a valid certificate and
 * leads http there. It grades no error pages: one is handed in as 403, which it does.
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
  // It reads them as axios gives them: by name, and by a method.
  const headers = Object.assign(
    Object.create({ get: (name: string) => response.headers.get(name) }) as GradedResponse['headers'],
    Object.fromEntries(response.headers),
    cookies.length > 0 && { 'set-cookie': cookies },
  )
  return { status: response.status >= 400 ? 403 : response.status, headers, verified: true }
}
