import { estimateTokens } from '#app/features/ai/providers/fit-request.ts'
import type { ReplyEvent } from '#app/features/ai/providers/model-call.ts'
import type { ChatCard } from '#app/features/chat/chat-events.ts'
import { createCitationFilter } from '#app/features/chat/grounding/citation-filter.ts'
import { type Grounds, passageOf } from '#app/features/chat/grounding/grounds.server.ts'
import { saysUnknown } from '#app/features/chat/grounding/says-unknown.ts'
import { sourceOf } from '#app/features/chat/grounding/sources.server.ts'

import type { BegunTurn } from './begin-turn.server.ts'
import type { InFlightReply } from './in-flight.server.ts'
import { emptyReply, type MadeReply } from './settle-reply.server.ts'

/** The parts of an in-flight reply that making it needs. */
export type Listener = Pick<InFlightReply, 'signal' | 'say'>

export type Done = ReplyEvent & { type: 'done' }
export type LastEvent = ReplyEvent & { type: 'done' | 'failed' }

/** Tracks what followers have been shown, and collects it in `made` for storage. */
export function createShownReply(
  reply: Listener,
  { question }: Pick<BegunTurn, 'question'>,
  { grounds, formOffered, cardShown }: { grounds: Grounds; formOffered: string; cardShown: string },
) {
  const newCitations = () => createCitationFilter((id) => passageOf(grounds, id))
  let citations = newCitations()
  const made: MadeReply = {
    ...emptyReply,
    earlier: grounds.calls,
    found: grounds.passages,
    characters: { input: 0, output: 0 },
  }
  let isFormOffered = false
  let isToolUsed = false
  let hasCard = false
  let isPartBegun = false
  let textBeforePart = ''
  const offerTheForm = () => {
    if (!isFormOffered) reply.say({ type: 'offer-form' })
    isFormOffered = true
  }
  const show = (text: string) => {
    const passages = citations.cited()
    if (passages.length > made.sources.length) {
      const said = made.text + text
      made.sources = passages.map((passage, at) => made.sources[at] ?? sourceOf(passage, at + 1, said))
      made.cited = passages
      reply.say({ type: 'sources', sources: made.sources })
    }
    if (text === '') return
    made.text += text
    reply.say({ type: 'text', text })
  }
  return {
    made,
    /** Text after a tool call starts a new paragraph. */
    beginPart() {
      isPartBegun = made.text !== ''
      textBeforePart = made.text
    },
    /** Withdraws the text of this part, which was not meant to be shown. */
    restart() {
      isPartBegun = textBeforePart !== ''
      made.text = textBeforePart
      // Numbers of citations in earlier parts stay.
      if (textBeforePart === '') {
        citations = newCitations()
        made.sources = []
        made.cited = []
      } else citations.flush()
      reply.say({ type: 'restart', text: textBeforePart, sources: made.sources })
    },
    write(text: string) {
      if (text === '') return
      if (isPartBegun) show(citations.push('\n\n'))
      isPartBegun = false
      show(citations.push(text))
    },
    showCard(card: ChatCard) {
      hasCard = true
      reply.say({ type: 'card', card })
    },
    /** Records the tokens of a call after which the model is called again. */
    hasAsked({ by, usage, earlier }: Done) {
      isToolUsed = true
      const input = usage.input ?? estimateTokens(made.characters.input)
      const output = usage.output ?? estimateTokens(made.characters.output)
      made.earlier = [...made.earlier, ...earlier, { by, usage: { ...usage, input, output } }]
    },
    callForm(input: unknown, mayAskForPerson: boolean) {
      offerTheForm()
      const reason = reasonOf(input)
      if (reason === 'cannot_answer') made.unanswered = question
      if (reason === 'wants_person') made.wantsPerson = mayAskForPerson
    },
    finish(rest: string, last: LastEvent) {
      show(citations.push(rest) + citations.flush())
      made.by = last.by
      made.usage = last.usage
      made.earlier = [...made.earlier, ...last.earlier]
      if (last.type === 'failed') return
      if (made.text === '' && (hasCard || isFormOffered)) show(hasCard ? cardShown : formOffered)
      const isUnknown = (grounds.isUnknown && !isToolUsed) || saysUnknown(made.text)
      const isFromNothing = made.sources.length === 0 && isUnknown
      if (!isFromNothing || made.text === '') return
      // Offers a person if nothing was found or cited, or if the text says that it does not know.
      offerTheForm()
      made.unanswered = question
    },
  }
}

function reasonOf(input: unknown): unknown {
  return typeof input === 'object' && input !== null && 'reason' in input ? input.reason : undefined
}
