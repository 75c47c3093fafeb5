import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { synonymsOf } from '#app/features/knowledge/search/synonyms.ts'
import { termOf } from '#app/features/knowledge/search/terms.ts'
import { attentiveReply } from '#tests/fakes/ai-provider/attentive.ts'

import { type Ask, type Knowledge, withChat } from './own-chat.ts'
import { ofSet, type QuestionSet } from './own-site.ts'

export type Citations = {
  asked: number
  /** Numbers in brackets in all replies. */
  cited: number
  /** How many of them have a source that shows a passage of the knowledge base. */
  shown: number
  /** How many have a source whose document contains what the reply says before the number. */
  held: number
  /** How many of these contain it in the characters that the source shows. */
  visible: number
  faults: string[]
}

/** Asks over HTTP a model that quotes the passages in its prompt, and follows each quote back to its source. */
export async function measureCitations(sets: readonly QuestionSet[]): Promise<Citations> {
  const english = await loadLanguage('en')
  const questions = sets.flatMap(ofSet)
  const meanings = new Map(questions.map(({ text, english: meaning = text }) => [text, meaning]))
  const understanding = {
    synonyms: (word: string) => synonymsOf(termOf(word, english), english),
    inEnglish: (sentence: string) => meanings.get(sentence) ?? sentence,
  }
  return withChat(
    { reply: (request) => attentiveReply(request, understanding) },
    async (ask, { documents }) => {
      const sum = { asked: questions.length, cited: 0, shown: 0, held: 0, visible: 0, faults: [] as string[] }
      for (const question of questions) {
        for (const { number, said, source } of citationsIn(await ask(question))) {
          const { isShown, isHeld, isVisible } = follow(said, source, documents)
          sum.cited += 1
          if (isShown) sum.shown += 1
          if (isHeld) sum.held += 1
          if (isVisible) sum.visible += 1
          if (!isShown || !isHeld) sum.faults.push(`[${number}] in the reply to “${question.text}”`)
        }
      }
      return sum
    },
  )
}

function citationsIn({ text, sources }: Awaited<ReturnType<Ask>>) {
  return Array.from(text.matchAll(/([^]*?)((?:\[\d+\])+)/g)).flatMap(([, said = '', marks = '']) =>
    Array.from(marks.matchAll(/\d+/g), ([digits]) => ({
      number: Number(digits),
      said,
      source: sources.find(({ number }) => number === Number(digits)),
    })),
  )
}

function follow(said: string, source: ChatSource | undefined, documents: Knowledge['documents']) {
  if (!source) return { isShown: false, isHeld: false, isVisible: false }
  const cited = documentsOf(source, documents)
  const words = lettersOf(said)
  return {
    isShown: cited.length > 0,
    isHeld: words !== '' && cited.some(({ text }) => lettersOf(text).includes(words)),
    isVisible: words !== '' && lettersOf(source.text).includes(words),
  }
}

/** Returns the documents that contain what a source shows. */
export function documentsOf({ title, text }: ChatSource, documents: Knowledge['documents']) {
  const excerpt = lettersOf(text.replaceAll(/^…|…$/g, ''))
  return documents.filter(
    (document) => excerpt !== '' && document.title === title && lettersOf(document.text).includes(excerpt),
  )
}

/** Removes spaces, because the model joins paragraphs. */
function lettersOf(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
