import { loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { synonymsOf } from '#app/features/knowledge/search/synonyms.ts'
import { termOf } from '#app/features/knowledge/search/terms.ts'
import { attentiveReply } from './attentive.ts'
import { bestQuote } from './best-quote.ts'
import type { FakeBehaviour, RecordedRequest } from './behaviour.ts'

const english = await loadLanguage('en')
const understanding = {
  synonyms: (word: string) => synonymsOf(termOf(word, english), english),
  inEnglish: (sentence: string) => sentence,
}

const NO_WRITER =
  'This demo has no AI provider: its stand-in quotes the knowledge base to visitors, and cannot write. With a key of your own this works.'

/** Answers visitors with quotes from the passages in the prompt, and says of anything else that it cannot do it. */
export function quotingReply(request: RecordedRequest): FakeBehaviour {
  const messages = messagesOf(request.body)
  if (!JSON.stringify(request.body).includes('offer_contact_form')) return spoken(NO_WRITER)
  const quoted = bestQuote(messages.at(-1)?.content ?? '', understanding.synonyms)
  if (quoted !== null) return spoken(quoted)
  const behaviour = attentiveReply({ ...request, body: { messages } }, understanding)
  return behaviour.kind === 'reply' ? spoken(String(behaviour.text)) : behaviour
}

function spoken(text: string): FakeBehaviour {
  return { kind: 'slow', text: text.match(/\S+\s*/g) ?? [text], pause: 25 }
}

type Said = { role?: string; content?: unknown; parts?: unknown }

/** Returns the messages in any provider's form. */
function messagesOf(body: unknown): { role: string; content: string }[] {
  const { messages, contents } = body as { messages?: Said[]; contents?: Said[] }
  const said = messages ?? contents
  if (!said) return []
  return said.map(({ role = 'user', content, parts }) => ({
    role,
    content: textOf(content ?? parts),
  }))
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => textOf((part as { text?: unknown }).text)).join('\n')
}
