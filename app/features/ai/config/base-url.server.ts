import type { ProviderId } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { checkedUrl } from '#app/platform/http/guarded-fetch.server.ts'
import { isLoopbackAddress } from '#app/platform/ip-addresses.ts'

const MAX_LENGTH = 300

/** Returns null for the environment's URL, undefined if none was sent. @throws {FieldErrors} unless public https. */
export function parseBaseUrl(
  ctx: Pick<Ctx, 'ai' | 'outbound'>,
  provider: ProviderId,
  typed: string | undefined,
): string | null | undefined {
  if (typed === undefined) return undefined
  const address = typed.trim().replace(/\/+$/, '')
  if (address === '' || address === ctx.ai[provider].baseUrl.replace(/\/+$/, '')) return null
  const url = URL.parse(address)
  if (!url || address.length > MAX_LENGTH || url.search || url.hash || !isAllowed(ctx, url))
    throw new FieldErrors({
      baseUrl: 'Please enter a public https address such as https://gateway.example/v1, without a query.',
    })
  return url.href.replace(/\/+$/, '')
}

function isAllowed({ outbound }: Pick<Ctx, 'outbound'>, url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || isLoopbackAddress(host)
  if (url.protocol !== 'https:' && !(isHere && outbound.loopback)) return false
  try {
    return checkedUrl(url.href, { loopback: outbound.loopback, anyPort: true }).host === url.host
  } catch {
    return false
  }
}
