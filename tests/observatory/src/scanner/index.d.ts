import type { CookieJar } from 'tough-cookie'

export type GradedResponse = {
  status: number
  headers: Record<string, string | string[]>
  verified: boolean
  httpEquiv?: Map<string, string[]>
}

export type GradedRequests = {
  hostname: string
  resources: { path: string | null }
  responses: {
    auto: GradedResponse
    cors: GradedResponse | null
    http: GradedResponse
    https: GradedResponse
    httpRedirects: { url: URL; status: number }[]
    httpsRedirects: { url: URL; status: number }[]
  }
  session: { url: URL; jar: CookieJar }
}

export function scan(requests: GradedRequests): Promise<{
  scan: { grade: string; score: number; testsFailed: number }
  tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>
}>
