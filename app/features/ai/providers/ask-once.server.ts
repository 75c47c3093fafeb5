import { toCallFailure } from './call-failure.server.ts'
import type { CallFailure, Endpoint } from './reply-events.ts'
import { resolveModel } from './resolve-model.server.ts'
import { MAX_OUTPUT_TOKENS } from './reply-request.ts'
import { type Patience, usualPatience, watchCall } from './watch-call.server.ts'

/** Sends one user message and waits for the whole answer; null when it came, whatever it says. */
export async function askOnce(
  endpoint: Endpoint,
  message: string,
  patience: Patience = usualPatience,
): Promise<CallFailure | null> {
  const watch = watchCall(patience, new AbortController().signal)
  try {
    await resolveModel(endpoint, watch.fetch).doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: message }] }],
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      abortSignal: watch.signal,
    })
    return null
  } catch (error) {
    return watch.failure() ?? toCallFailure(error, [endpoint.key])
  } finally {
    watch.end()
  }
}
