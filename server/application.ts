import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import type { Metric } from './metrics/prometheus-text.ts'

/** What the server hands on with each request. */
export type Visit = { requestId: string; clientAddress: string; nonce: string }

export type Log = {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  error(fields: object, event: string): void
  fatal(fields: object, event: string): void
}

/** What takes the posts to one path and says with which status they are answered. */
export type DirectPost = {
  maxBytes: number
  take(sent: { body: string; headers: IncomingHttpHeaders; clientAddress: string }): Promise<number>
}

/** Gives the room of a body back, once it is no longer held in memory. */
export type AdmittedBody = { release(): void }

/** Query keys that a page depends on, and whether a value of one is of those there are. */
export type QueryKeys = Readonly<Record<string, (value: string) => boolean>>

/** What is answered ahead of the router. */
export type Refusal = { status: number; text: string; retryAfter?: number; allow?: string }

/** What the server needs of the application behind it. */
export type Application = {
  http: { publicUrl: string; isHttps: boolean; trustProxy: string | null }
  log: Log
  sessionCookie: string
  /** Paths under which pages carry the framework's inline script, and a nonce for it. */
  appPath: string
  sharedPages: {
    isShared(path: string): boolean
    queryKeys(path: string): QueryKeys
    /** Whether a path is written the one way that pages are kept by. */
    isCanonical(path: string): boolean
    /** The pattern that a path is answered by, for example `/blog/:slug`. */
    routeOf(path: string): string
  }
  /** Where a request to read `/path?query` is to go instead, as a path of ours; null to answer it. */
  redirect(address: string): string | null
  /** Posts that are answered past the router, by their path. */
  directPosts: ReadonlyMap<string, DirectPost>
  /** Bodies of at most so many bytes are taken from whoever has no session. */
  smallBodyBytes: number
  /** Takes room for a body, or tells why there is none. */
  admitBody(clientAddress: string, bytes: number): AdmittedBody | Refusal
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
