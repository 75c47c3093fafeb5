import type { InquiryTarget } from '#app/features/leads/form/send-inquiry.ts'
import { RequestRefused } from '#app/lib/event-stream-reader.ts'
import { showToast } from '#app/ui/toast.tsx'

import type { ChatEvent } from '../chat-events.ts'
import type { ChatAppearance } from '../settings/chat-appearance.ts'

import {
  type Conversation,
  fetchAppearance,
  fetchHistory,
  followConversation,
  followSteadily,
  inquiryTargetOf,
  joinReply,
  sendMessage,
  stopReply,
} from './chat-api.ts'
import {
  type ConversationAction,
  conversationReducer,
  type ConversationState,
  emptyConversation,
} from './conversation-state.ts'
import { changeStoredChat, readStoredChat } from './stored-chat.ts'

export type SessionTexts = { reply: string; toast: string; offline: string }

export type SessionState = ConversationState & {
  /** Null until it is known; then the server's, or `unknown` where it could not be asked. */
  appearance: ChatAppearance | null
  /** Why the last message was not accepted. */
  refusal: string | null
}

type Outcome = 'heard' | 'refused' | 'gone'

/** This browser's conversation with the assistant: what is shown of it, and what can be done. */
export class ChatSession {
  #state: SessionState = { ...emptyConversation, appearance: null, refusal: null }
  #conversation: Conversation | null = readStoredChat().conversation
  #reading: AbortController | null = null
  /** Ends the connection by which the owner is heard. */
  #following: AbortController | null = null
  #isWatched = false
  #isRestored = false
  readonly #listeners = new Set<() => void>()
  readonly #texts: SessionTexts

  constructor(texts: SessionTexts, unknown: ChatAppearance) {
    this.#texts = texts
    void this.#start(unknown)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): SessionState => this.#state

  /** False when the message was not accepted: it stays with the visitor. */
  async send(message: string): Promise<boolean> {
    this.#change({ refusal: null })
    const id = crypto.randomUUID()
    this.#dispatch({ type: 'asked', id, text: message })
    const outcome = await this.#follow((signal) => sendMessage(this.#conversation, message, signal), id)
    if (outcome !== 'gone') return outcome === 'heard'
    this.#forget()
    return (await this.#follow((signal) => sendMessage(null, message, signal), id)) === 'heard'
  }

  /** Where an inquiry from this conversation goes; null before it has begun. */
  get inquiryTarget(): InquiryTarget | null {
    const conversation = this.#conversation
    return conversation && inquiryTargetOf(conversation)
  }

  retry(): void {
    this.#change({ refusal: null })
    this.#dispatch({ type: 'retried' })
    void this.#follow((signal) => sendMessage(this.#conversation, null, signal))
  }

  /** The server's last event tells how the reply ended; only where it cannot be asked is it ended here. */
  stop(): void {
    const reading = this.#reading
    if (this.#conversation) stopReply(this.#conversation).catch(() => reading?.abort())
  }

  startNew(): void {
    this.#reading?.abort()
    this.#forget()
    this.#change({ refusal: null })
    this.#dispatch({ type: 'cleared' })
  }

  /** Whether the conversation is before the visitor's eyes: only then the owner's messages are waited for. */
  readonly watch = (isWatched: boolean): void => {
    this.#isWatched = isWatched
    this.#listen()
  }

  /** At most one connection, of the conversation that is shown. */
  #listen(): void {
    this.#following?.abort()
    this.#following = null
    const conversation = this.#conversation
    if (!this.#isWatched || !this.#isRestored || !conversation) return
    const abort = new AbortController()
    this.#following = abort
    const newest = () => this.#state.messages.findLast(({ author }) => author === 'owner')?.id ?? null
    void followSteadily(
      () => followConversation(conversation, newest(), abort.signal),
      (event) => {
        if (!abort.signal.aborted) this.#dispatch({ type: 'event', event, id: '' })
      },
      abort.signal,
    )
  }

  async #start(unknown: ChatAppearance): Promise<void> {
    const [appearance] = await Promise.all([fetchAppearance().catch(() => unknown), this.#restore()])
    this.#change({ appearance })
    this.#isRestored = true
    this.#listen()
  }

  async #restore(): Promise<void> {
    const conversation = this.#conversation
    if (!conversation) return
    try {
      const history = await fetchHistory(conversation)
      this.#dispatch({ type: 'history', history })
      if (!history.replyUnderWay) return
      this.#dispatch({ type: 'joined' })
      void this.#follow((signal) => joinReply(conversation, signal))
    } catch (error) {
      if (error instanceof RequestRefused) this.#forget()
    }
  }

  /** Shows a reply's events as they come, until its last. */
  async #follow(
    open: (signal: AbortSignal) => AsyncGenerator<ChatEvent>,
    messageId: string | null = null,
  ): Promise<Outcome> {
    const abort = new AbortController()
    this.#reading = abort
    const id = crypto.randomUUID()
    let [isHeard, isOver] = [false, false]
    try {
      for await (const event of open(abort.signal)) {
        isHeard = true
        isOver ||= isLast(event)
        this.#note(event)
        this.#dispatch({ type: 'event', event, id })
      }
      if (!isOver) this.#dispatch({ type: 'broken', id, text: this.#texts.reply })
      return 'heard'
    } catch (error) {
      if (abort.signal.aborted) return 'heard'
      if (isHeard) {
        this.#dispatch({ type: 'broken', id, text: this.#texts.reply })
        return 'heard'
      }
      if (error instanceof RequestRefused && error.code === 'not-found' && this.#conversation) return 'gone'
      this.#refuse(error, messageId)
      return 'refused'
    }
  }

  #note(event: ChatEvent): void {
    if (event.type === 'failed' && event.toast) showToast({ title: event.toast, tone: 'destructive' })
    if (event.type !== 'begin' || event.token === null) return
    this.#conversation = { id: event.conversationId, token: event.token }
    changeStoredChat({ conversation: this.#conversation })
    this.#listen()
  }

  #refuse(error: unknown, messageId: string | null): void {
    const isSaid = error instanceof RequestRefused
    this.#dispatch({ type: 'refused', id: messageId })
    this.#change({ refusal: isSaid ? error.message : this.#texts.offline })
    if (!isSaid) showToast({ title: this.#texts.toast, tone: 'destructive' })
  }

  #forget(): void {
    this.#conversation = null
    changeStoredChat({ conversation: null })
    this.#listen()
  }

  #dispatch(action: ConversationAction): void {
    this.#change(conversationReducer(this.#state, action))
  }

  #change(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** After it no word of a reply comes. */
function isLast(event: ChatEvent): boolean {
  return (
    event.type === 'done' || event.type === 'failed' || (event.type === 'begin' && event.replyId === null)
  )
}
