import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { createGuardedRequest } from '#app/platform/http/guarded-request.server.ts'

const PATIENCE = 8 * SECOND

type Posted = { headers: Record<string, string>; body: string | Buffer<ArrayBuffer> }

/** Posts to an external address and discards the response body. @throws {Error} whose message may be shown */
export async function postOutward(
  ctx: Ctx,
  url: string,
  { headers, body }: Posted,
  signal: AbortSignal,
): Promise<Response> {
  const late = AbortSignal.timeout(PATIENCE)
  try {
    const response = await createGuardedRequest(ctx.outbound)(url, {
      method: 'POST',
      body,
      signal: AbortSignal.any([late, signal]),
      headers: { 'user-agent': 'Foyer/1.0', connection: 'close', ...headers },
    })
    await response.body?.cancel()
    return response
  } catch (error) {
    signal.throwIfAborted()
    const what = late.aborted ? 'did not answer within 8 seconds' : 'cannot be reached'
    throw new Error(`The address ${what}.`, { cause: error })
  }
}
