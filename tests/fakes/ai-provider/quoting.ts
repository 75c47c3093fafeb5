import { loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { synonymsOf } from '#app/features/knowledge/search/synonyms.ts'
import { termOf } from '#app/features/knowledge/search/terms.ts'
import { givenPassagesRules } from '#app/features/chat/grounding/given-passages-rules.ts'
import { attentiveReply, UNKNOWN } from './attentive.ts'
import { bestQuote } from './best-quote.ts'
import type { FakeBehaviour, RecordedRequest } from './behaviour.ts'

const english = await loadLanguage('en')
const understanding = {
  synonyms: (word: string) => synonymsOf(termOf(word, english), english),
  inEnglish: (sentence: string) => sentence,
}

/** Few passages have few words, and a question in another language shares hardly any with them. */
const ENOUGH_OF_FEW = 0.2

const NO_WRITER =
  'This demo has no AI provider: its stand-in quotes the knowledge base to visitors, and cannot write. With a key of your own this works.'

/** Answers visitors with quotes from the passages in the prompt, and says of anything else that it cannot do it. */
export function quotingReply(request: RecordedRequest): FakeBehaviour {
  const messages = messagesOf(request.body)
  const question = messages.at(-1)?.content ?? ''
  const body = JSON.stringify(request.body)
  if (body.includes(JSON.stringify(givenPassagesRules).slice(1, -1))) {
    return spoken(bestQuote(question, understanding.synonyms, ENOUGH_OF_FEW) ?? UNKNOWN)
  }
  if (!body.includes('offer_contact_form')) return spoken(NO_WRITER)
  const quoted = bestQuote(question, understanding.synonyms)
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
