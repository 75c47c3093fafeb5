import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import type { Metric } from './metrics/metric.ts'

/** What the server hands on with each request. */
export type Visit = { requestId: string; clientAddress: string; nonce: string }

export type Log = {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  error(fields: object, event: string): void
}

/** What takes the posts to one path and says with which status they are answered. */
export type DirectPost = {
  maxBytes: number
  take(sent: { body: string; headers: IncomingHttpHeaders; clientAddress: string }): Promise<number>
}

/** What the server needs of the application behind it. */
export type Application = {
  http: { publicUrl: string; isHttps: boolean; trustProxy: string | null }
  log: Log
  sessionCookie: string
  /** Paths under which pages carry the framework's inline script, and a nonce for it. */
  appPath: string
  sharedPages: {
    isShared(path: string): boolean
    queryKeys(path: string): readonly string[]
    /** The pattern that a path is answered by, for example `/blog/:slug`. */
    routeOf(path: string): string
  }
  /** Where a request to read `/path?query` is to go instead, as a path of ours; null to answer it. */
  redirect(address: string): string | null
  /** Posts that are answered past the router, by their path. */
  directPosts: ReadonlyMap<string, DirectPost>
  /** Paths to which files are posted, which take minutes on a slow line. */
  uploadPaths: ReadonlySet<string>
  handle(request: Request, visit: Visit): Promise<Response>
  isReady(): Promise<boolean>
  /** Figures of the product, and the token they are shown for; null while there is none. */
  metrics: { token: string; collect(): Promise<readonly Metric[]> } | null
  onPagesChanged(listener: () => void): void
}

/** A development server, which answers for files and modules before us. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
