import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import type { Metric } from './metrics/prometheus-text.ts'

export type Visit = {
  requestId: string
  clientAddress: string
  nonce: string
  /** True if the page cache asks: it sends the entity tag of its page, and keeps that page on a 304. */
  isKept?: boolean
}

export type Log = {
  debug(fields: object, event: string): void
  info(fields: object, event: string): void
  error(fields: object, event: string): void
  fatal(fields: object, event: string): void
}

export type DirectPost = {
  maxBytes: number
  take(sent: { body: string; headers: IncomingHttpHeaders; clientAddress: string }): Promise<number>
}

export type AdmittedBody = { release(): void }

export type QueryKeys = Readonly<Record<string, (value: string) => boolean>>

/** A page that all visitors share, compressed with Brotli. The tag changes with its content. */
export type StoredPage = {
  tag: string
  body: Uint8Array<ArrayBuffer>
  headers: Readonly<Record<string, string>>
}

export type Refusal = { status: number; text: string; retryAfter?: number; allow?: string }

export type Application = {
  http: { publicUrl: string; isHttps: boolean; trustProxy: string | null }
  log: Log
  sessionCookie: string
  /** Pages under this path contain the framework's inline script, which needs a nonce. */
  appPath: string
  sharedPages: {
    isShared(path: string): boolean
    queryKeys(path: string): QueryKeys
    isCanonical(path: string): boolean
    routeOf(path: string): string
  }
  /** Returns a path of this site to redirect to, or null. */
  redirect(address: string): string | null
  directPosts: ReadonlyMap<string, DirectPost>
  /** Records a page view by a possible crawler; returns at once. */
  noticeReader(path: string, userAgent: string): void
  /** Limit of bytes for visitors without a session. */
  smallBodyBytes: number
  /** Limit of bytes with a session, unless `uploadPaths` has another. Each route sets its own, smaller one. */
  largeBodyBytes: number
  admitBody(clientAddress: string, bytes: number, options?: { isVisitors?: boolean }): AdmittedBody | Refusal
  /** The largest body of a form in which visitors send a file, and how much of it is held; null for other addresses. */
  visitorUpload(address: string): { most: number; held: number } | null
  /** Paths that programs of other sites may write to without a session. */
  openPaths: ReadonlySet<string>
  /** Paths whose bodies may take minutes, with the limit of each. */
  uploadPaths: ReadonlyMap<string, number>
  handle(request: Request, visit: Visit): Promise<Response>
  /** Loads a page without the router; null for other addresses. If it loads null, the router answers. */
  loadPage(address: string): (() => Promise<StoredPage | null>) | null
  isReady(): Promise<boolean>
  metrics: { token: string; collect(): Promise<readonly Metric[]> } | null
  onPagesChanged(listener: () => void): void
}

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
