import type { FakeBehaviour, RecordedRequest } from '#tests/fakes/ai-provider/server.ts'

const KEPT = /\{[\w.]+\}|\]\([^)\s]*\)|https?:\/\/[^\s)]+|[\w.+-]+@[\w-]+\.[\w.]+|`[^`]+`/g

/**
 * Returns a provider that translates the texts of a request, word by word; names in braces, addresses and code stay, as
 * the instructions demand. Other requests get a greeting.
 */
export function translatorOf(translate: (text: string) => string) {
  return ({ body }: RecordedRequest): FakeBehaviour => {
    const texts = textsIn(body)
    if (!texts) return { kind: 'reply', text: 'Hello! How can I help you today?' }
    return { kind: 'reply', text: JSON.stringify(texts.map((text) => keeping(text, translate))) }
  }
}

function keeping(text: string, translate: (text: string) => string): string {
  const kept = text.match(KEPT) ?? []
  return text
    .split(KEPT)
    .map((part, at) => `${translate(part)}${kept[at] ?? ''}`)
    .join('')
}

function textsIn(body: unknown): string[] | null {
  const { messages } = body as { messages?: { content: unknown }[] }
  const content = messages?.at(-1)?.content
  if (typeof content !== 'string' || !content.startsWith('[')) return null
  return JSON.parse(content) as string[]
}
