import type { IncomingHttpHeaders } from 'node:http'

import { visitorHints } from '#app/platform/http/visitor-hints.server.ts'

import { MAX_HIT_BYTES } from './collect-path.ts'
import type { Collector } from './collector.server.ts'

type Sent = { body: string; headers: IncomingHttpHeaders; clientAddress: string }

/** What the server's door for small posts needs, around the collector. */
export function createCollectPost(collector: Collector, isOwner: (cookie: string) => boolean) {
  return {
    maxBytes: MAX_HIT_BYTES,
    take({ body, headers, clientAddress }: Sent): Promise<number> {
      const header = (name: string) => {
        const value = headers[name]
        return typeof value === 'string' ? value : null
      }
      return collector.take({
        body,
        visitor: visitorHints(clientAddress, header),
        isOwner: isOwner(headers.cookie ?? ''),
        host: headers.host,
      })
    },
  }
}
