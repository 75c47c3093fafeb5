import type { ChatEvent, ChatHistory, HistoryMessage, Speaker } from '../chat-events.ts'

export type ShownMessage = Pick<HistoryMessage, 'id' | 'author' | 'text' | 'end' | 'links' | 'sources'> & {
  /** Below a reply that offers the contact form. */
  offersForm?: boolean
  /** Below a message after which someone else speaks. */
  speakerAfter?: Speaker
}

export type ConversationState = {
  messages: readonly ShownMessage[]
  speaker: Speaker
  /** Waiting until the first word of a reply, then streaming until its end. */
  phase: 'idle' | 'waiting' | 'streaming'
}

export type ConversationAction =
  | { type: 'asked'; id: string; text: string }
  | { type: 'retried' }
  | { type: 'joined' }
  | { type: 'history'; history: ChatHistory }
  | { type: 'event'; event: ChatEvent; id: string }
  /** The connection broke off. */
  | { type: 'broken'; id: string; text: string }
  /** The message of this id was not accepted: it goes back to where it was typed. Null: another reply was refused. */
  | { type: 'refused'; id: string | null }
  | { type: 'cleared' }

export const emptyConversation: ConversationState = { messages: [], speaker: 'assistant', phase: 'idle' }

/** What the panel shows after each step of a conversation. `id` names the reply under way. */
export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  const { messages } = state
  switch (action.type) {
    case 'asked':
      return {
        ...state,
        messages: [...messages, ownMessage(action.id, action.text)],
        phase: state.speaker === 'owner' ? 'idle' : 'waiting',
      }
    case 'retried':
      return { ...state, messages: withoutLastReply(messages), phase: 'waiting' }
    case 'joined':
      return { ...state, phase: 'waiting' }
    case 'history':
      return {
        messages: action.history.messages,
        speaker: action.history.speaker,
        phase: 'idle',
      }
    case 'event':
      return afterEvent(state, action.event, action.id)
    case 'broken': {
      const reply = messages.find(({ id }) => id === action.id)
      const shown = reply
        ? changeReply(messages, action.id, (message) => ({ ...message, end: 'cut' }))
        : changeReply(messages, action.id, (message) => ({ ...message, text: action.text, end: 'failed' }))
      return { ...state, messages: shown, phase: 'idle' }
    }
    case 'refused':
      return { ...state, messages: messages.filter(({ id }) => id !== action.id), phase: 'idle' }
    case 'cleared':
      return emptyConversation
  }
}

function afterEvent(state: ConversationState, event: ChatEvent, id: string): ConversationState {
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
    case 'links':
      return { ...state, messages: change((reply) => ({ ...reply, links: event.links })) }
    case 'sources':
      return { ...state, messages: change((reply) => ({ ...reply, sources: event.sources })) }
    case 'offer-form':
      return { ...state, messages: change((reply) => ({ ...reply, offersForm: true })) }
    case 'done':
      // The owner took over before its first word: there is nothing to show of it.
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

/** Changes the reply under way, which begins with its first change. */
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

/** A line below the last message says who speaks from here on. */
function withSpeaker(state: ConversationState, speaker: Speaker): ConversationState {
  const { messages } = state
  const noted = messages.map((message, at) =>
    at === messages.length - 1 ? { ...message, speakerAfter: speaker } : message,
  )
  return { ...state, speaker, messages: noted }
}

function ownMessage(id: string, text: string): ShownMessage {
  return { id, author: 'visitor', text, end: null, links: [], sources: [] }
}

function withoutLastReply(messages: readonly ShownMessage[]): readonly ShownMessage[] {
  return messages.at(-1)?.author === 'assistant' ? messages.slice(0, -1) : messages
}
