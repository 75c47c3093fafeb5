import type { Ctx } from '#app/platform/context.server.ts'

import { apiSettings } from './api-settings.server.ts'

const SHOWN =
  'etag, location, retry-after, ratelimit, ratelimit-policy, idempotency-replayed, www-authenticate, x-request-id'
const TAKEN =
  'authorization, content-type, idempotency-key, if-match, if-none-match, mcp-protocol-version, mcp-method, mcp-name'

/** Lets pages of listed origins read the response; for others the browser blocks it. */
export async function corsHeaders(
  ctx: Ctx,
  request: Request,
  isPreflight: boolean,
): Promise<[string, string][]> {
  const origin = request.headers.get('origin')
  if (origin === null || !(await apiSettings.read(ctx)).origins.includes(origin)) return []
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', SHOWN],
    ...(isPreflight
      ? ([
          ['access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE'],
          ['access-control-allow-headers', TAKEN],
          ['access-control-max-age', '3600'],
        ] satisfies [string, string][])
      : []),
  ]
}
