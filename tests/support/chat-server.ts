import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'

/** Stores a key for the provider in the database that `env` names, as the owner does before the server runs. */
export async function storeProviderKey(env: Record<string, string>, model = 'gpt-6-luna'): Promise<void> {
  const { ctx, close } = await createRuntime(parseEnv({ LOG_LEVEL: 'silent', ...env }))
  const actor = {
    memberId: 'owner',
    email: 'owner@agency.test',
    name: '',
    role: 'owner' as const,
    sessionId: 'session',
    device: 'Firefox on Linux',
  }
  await saveApiConfig(
    { ...ctx, actor },
    { provider: 'openai', model, apiKey: 'sk-test-0123456789abcdefWXYZ' },
  )
  await close()
}

export function postChat(
  url: string,
  body: unknown,
  init: RequestInit & { token?: string } = {},
): Promise<Response> {
  const { token, ...rest } = init
  return fetch(`${url}/api/chat`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      ...(token ? { 'x-conversation-token': token } : {}),
    },
    ...rest,
  })
}

export function eventsIn(text: string): ChatEvent[] {
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice(6)) as ChatEvent)
}

/** Reads an open stream until it contains the words. @throws if it ends without them. */
export async function readUntil(response: Response, words: string): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let seen = ''
  while (!seen.includes(words)) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) throw new Error(`The stream ended without “${words}”: ${seen}`)
    seen += decoder.decode(value, { stream: true })
  }
  return seen
}

/** Sends a first message and awaits its reply. */
export async function converse(url: string, message: string) {
  const response = await postChat(url, { conversationId: null, message })
  const events = eventsIn(await response.text())
  const [begin] = events
  if (begin?.type !== 'begin' || begin.token === null) throw new Error('The stream did not begin.')
  return { response, events, id: begin.conversationId, token: begin.token }
}
