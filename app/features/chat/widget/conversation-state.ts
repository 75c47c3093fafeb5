import type {
  ChatCard,
  ChatEvent,
  ChatHistory,
  Handover,
  HistoryMessage,
  ReplyRating,
  Speaker,
} from '../chat-events.ts'

export type ShownMessage = Pick<
  HistoryMessage,
  'id' | 'author' | 'text' | 'end' | 'links' | 'sources' | 'cards'
> & {
  rating?: ReplyRating | null
  offersForm?: boolean
  speakerAfter?: Speaker
}

export type ConversationState = {
  messages: readonly ShownMessage[]
  speaker: Speaker
  phase: 'idle' | 'waiting' | 'streaming'
  handover: Handover | null
}

export const emptyConversation: ConversationState = {
  messages: [],
  speaker: 'assistant',
  phase: 'idle',
  handover: null,
}

export function fromHistory({ messages, speaker, handover }: ChatHistory): ConversationState {
  return { messages, speaker, phase: 'idle', handover }
}

export function withQuestion(state: ConversationState, id: string, text: string): ConversationState {
  const question: ShownMessage = { id, author: 'visitor', text, end: null, links: [], sources: [] }
  const phase = state.speaker === 'owner' ? 'idle' : 'waiting'
  return { ...state, messages: [...state.messages, question], phase }
}

/** Returns the state after a rejected message, whose text goes back to the composer. */
export function withoutQuestion(state: ConversationState, id: string | null): ConversationState {
  return { ...state, messages: state.messages.filter((message) => message.id !== id), phase: 'idle' }
}

export function withoutLastReply(state: ConversationState): ConversationState {
  const { messages } = state
  const isReplied = messages.at(-1)?.author === 'assistant'
  return { ...state, messages: isReplied ? messages.slice(0, -1) : messages, phase: 'waiting' }
}

/** Returns the state after a broken connection; a reply without any text shows `failure`. */
export function brokenOff(state: ConversationState, id: string, failure: string): ConversationState {
  const hasBegun = state.messages.some((message) => message.id === id)
  const messages = changeReply(state.messages, id, (reply) =>
    hasBegun ? { ...reply, end: 'cut' } : { ...reply, text: failure, end: 'failed' },
  )
  return { ...state, messages, phase: 'idle' }
}

export function withRating(
  state: ConversationState,
  id: string,
  rating: ReplyRating | null,
): ConversationState {
  const messages = state.messages.map((message) => (message.id === id ? { ...message, rating } : message))
  return { ...state, messages }
}

/** Returns the state after an event of the reply that is shown as the message `id`. */
export function afterEvent(state: ConversationState, event: ChatEvent, id: string): ConversationState {
  const change = (step: (reply: ShownMessage) => ShownMessage) => changeReply(state.messages, id, step)
  switch (event.type) {
    case 'begin':
      return event.replyId === null ? { ...state, phase: 'idle' } : state
    case 'speaker':
      return event.speaker === state.speaker ? state : withSpeaker(state, event.speaker)
    case 'message':
      return state.messages.some((message) => message.id === event.message.id)
        ? state
        : { ...state, messages: [...state.messages, event.message] }
    case 'text':
      return {
        ...state,
        messages: change((reply) => ({ ...reply, text: reply.text + event.text })),
        phase: 'streaming',
      }
    case 'restart':
      return {
        ...state,
        messages: change((reply) => ({ ...reply, text: event.text, sources: event.sources })),
      }
    case 'links':
      return { ...state, messages: change((reply) => ({ ...reply, links: event.links })) }
    case 'sources':
      return { ...state, messages: change((reply) => ({ ...reply, sources: event.sources })) }
    case 'offer-form':
      return { ...state, messages: change((reply) => ({ ...reply, offersForm: true })) }
    case 'card':
      return {
        ...state,
        messages: change((reply) => ({ ...reply, cards: withCard(reply.cards, event.card) })),
      }
    case 'handover':
      return { ...state, handover: event.handover }
    case 'done':
      // The owner took over before the first word, so there is nothing to show.
      if (state.speaker === 'owner' && !state.messages.some((message) => message.id === id))
        return { ...state, phase: 'idle' }
      return { ...state, messages: change((reply) => ({ ...reply, end: event.end })), phase: 'idle' }
    case 'failed':
      return {
        ...state,
        messages: change((reply) => ({ ...reply, text: event.text, end: 'failed' })),
        phase: 'idle',
      }
  }
}

/** A joined reply sends its cards again, so each replaces its former version. */
function withCard(cards: readonly ChatCard[] = [], card: ChatCard): readonly ChatCard[] {
  return [...cards.filter(({ id }) => id !== card.id), card]
}

function changeReply(
  messages: readonly ShownMessage[],
  id: string,
  step: (reply: ShownMessage) => ShownMessage,
): readonly ShownMessage[] {
  const at = messages.findIndex((message) => message.id === id)
  const begun: ShownMessage = { id, author: 'assistant', text: '', end: null, links: [], sources: [] }
  return at === -1
    ? [...messages, step(begun)]
    : messages.map((message, index) => (index === at ? step(message) : message))
}

function withSpeaker(state: ConversationState, speaker: Speaker): ConversationState {
  const { messages } = state
  const noted = messages.map((message, at) =>
    at === messages.length - 1 ? { ...message, speakerAfter: speaker } : message,
  )
  return { ...state, speaker, messages: noted, handover: speaker === 'owner' ? null : state.handover }
}
