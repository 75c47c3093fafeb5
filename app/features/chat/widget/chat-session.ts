import type { InquiryTarget } from '#app/features/leads/form/send-inquiry.ts'
import { RequestRefused } from '#app/lib/event-stream-reader.ts'
import { showToast } from '#app/ui/toast.tsx'

import type { ChatEvent, ReplyRating } from '../chat-events.ts'

import {
  cardTargetOf,
  type Conversation,
  fetchPanel,
  fetchHistory,
  followConversation,
  inquiryTargetOf,
  joinReply,
  rateReply,
  sendMessage,
  stopReply,
} from './chat-api.ts'
import {
  afterEvent,
  brokenOff,
  type ConversationState,
  emptyConversation,
  fromHistory,
  withoutLastReply,
  withoutQuestion,
  withQuestion,
  withRating,
} from './conversation-state.ts'
import type { Panel } from './panel-texts.ts'
import { changeStoredChat, chatKey, readStoredChat } from './stored-chat.ts'

export type SessionTexts = {
  reply: string
  toast: string
  /** Shown while the browser is offline or the server is unreachable. */
  offline: string
  offlineToast: string
  dismiss: string
  brokenOff: string
}

export type SessionState = ConversationState & {
  /** Null until the server has answered or the request has failed. */
  appearance: Panel | null
  refusal: string | null
}

type Outcome = 'heard' | 'refused' | 'gone'

export class ChatSession {
  #state: SessionState = { ...emptyConversation, appearance: null, refusal: null }
  #conversation: Conversation | null = readStoredChat().conversation
  #reading: AbortController | null = null
  /** Aborts the stream of the owner's messages. */
  #following: AbortController | null = null
  #isWatched = false
  #lastChange = readStoredChat().change
  #isRestored = false
  /** Whether another tab changed the conversation while this one received a reply. */
  #isBehind = false
  readonly #listeners = new Set<() => void>()
  #texts: SessionTexts

  constructor(texts: SessionTexts, unknown: Panel) {
    this.#texts = texts
    void this.#start(unknown)
    window.addEventListener('storage', ({ key }) => {
      if (key === chatKey()) this.#followOtherTab()
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): SessionState => this.#state

  /** Returns false if the message was rejected, so that the visitor keeps it. */
  async send(message: string, person?: true): Promise<boolean> {
    const said = { message, ...(person && { person }) }
    this.#change({ refusal: null })
    const id = crypto.randomUUID()
    this.#change(withQuestion(this.#state, id, message))
    const outcome = await this.#follow((signal) => sendMessage(this.#conversation, said, signal), {
      messageId: id,
    })
    if (outcome !== 'gone') return outcome === 'heard'
    this.#forget()
    const again = this.#follow((signal) => sendMessage(null, said, signal), { messageId: id })
    return (await again) === 'heard'
  }

  get inquiryTarget(): InquiryTarget | null {
    const conversation = this.#conversation
    return conversation && inquiryTargetOf(conversation)
  }

  readonly cardTarget = (card: string): InquiryTarget | null => {
    const conversation = this.#conversation
    return conversation && cardTargetOf(conversation, card)
  }

  retry(): void {
    this.#change({ refusal: null })
    this.#change(withoutLastReply(this.#state))
    void this.#follow((signal) => sendMessage(this.#conversation, null, signal))
  }

  /** The server ends the reply with an event; only if it is unreachable, the reply is ended here. */
  stop(): void {
    const reading = this.#reading
    if (this.#conversation) stopReply(this.#conversation).catch(() => reading?.abort())
  }

  /** Shows the rating at once, and restores the former one if it was rejected. */
  async rate(replyId: string, rating: ReplyRating | null): Promise<boolean> {
    const conversation = this.#conversation
    if (!conversation) return false
    const before = this.#state.messages.find(({ id }) => id === replyId)?.rating ?? null
    this.#change(withRating(this.#state, replyId, rating))
    try {
      await rateReply(conversation, replyId, rating)
      return true
    } catch (error) {
      this.#change(withRating(this.#state, replyId, before))
      this.#tell(error)
      return false
    }
  }

  startNew(): void {
    this.#reading?.abort()
    this.#forget()
    this.#change({ refusal: null })
    this.#change(emptyConversation)
  }

  /** Waits for the owner's messages only while the panel is visible. */
  readonly watch = (isWatched: boolean): void => {
    this.#isWatched = isWatched
    this.#listen()
  }

  /** Replaces the stream of the owner's messages. */
  #listen(): void {
    this.#following?.abort()
    this.#following = null
    const conversation = this.#conversation
    if (!this.#isWatched || !this.#isRestored || !conversation) return
    const abort = new AbortController()
    this.#following = abort
    const newest = () => this.#state.messages.findLast(({ author }) => author === 'owner')?.id ?? null
    void this.#hear(followConversation(conversation, newest, abort.signal), abort.signal)
  }

  async #hear(events: AsyncGenerator<ChatEvent>, leaving: AbortSignal): Promise<void> {
    for await (const event of events) if (!leaving.aborted) this.#change(afterEvent(this.#state, event, ''))
  }

  async #start(unknown: Panel): Promise<void> {
    const [appearance] = await Promise.all([fetchPanel().catch(() => unknown), this.#restore()])
    if (appearance.language) this.#texts = { ...appearance.language.failure, ...appearance.language.texts }
    this.#change({ appearance })
    this.#isRestored = true
    this.#listen()
  }

  async #restore(): Promise<void> {
    const conversation = this.#conversation
    if (!conversation) return
    try {
      const history = await fetchHistory(conversation)
      this.#change(fromHistory(history))
      if (!history.replyUnderWay) return
      this.#change({ phase: 'waiting' })
      void this.#join(conversation, history.replyId)
    } catch (error) {
      if (error instanceof RequestRefused) this.#forget()
    }
  }

  /** A reply that ended since the history was read cannot be joined, but the history now contains it. */
  async #join(conversation: Conversation, replyId: string | null): Promise<void> {
    const joining = this.#follow((signal) => joinReply(conversation, signal), { replyId })
    if ((await joining) !== 'gone') return
    const history = await fetchHistory(conversation).catch(() => null)
    this.#change(history ? fromHistory(history) : { phase: 'idle' })
    this.#catchUp()
  }

  /** Shows what another tab sent, received or started, unless this one has a reply in progress. */
  #followOtherTab(): void {
    const { conversation, change } = readStoredChat()
    const isSame = conversation?.id === this.#conversation?.id
    this.#isBehind = this.#state.phase !== 'idle'
    if (this.#isBehind || (isSame && change === this.#lastChange)) return
    this.#lastChange = change
    this.#conversation = conversation
    if (!isSame) this.#change(emptyConversation)
    void this.#restore().then(() => this.#listen())
  }

  /** Shows what another tab did while this one received a reply. */
  #catchUp(): void {
    if (this.#isBehind) this.#followOtherTab()
  }

  async #follow(
    open: (signal: AbortSignal) => AsyncGenerator<ChatEvent>,
    { messageId = null, replyId = null }: { messageId?: string | null; replyId?: string | null } = {},
  ): Promise<Outcome> {
    const abort = new AbortController()
    this.#reading = abort
    // The server's id is needed to rate the reply.
    let id = replyId ?? crypto.randomUUID()
    let [isHeard, isOver] = [false, false]
    try {
      for await (const event of open(abort.signal)) {
        isHeard = true
        if (event.type === 'begin') id = event.replyId ?? id
        isOver ||= isLast(event)
        this.#note(event)
        this.#change(afterEvent(this.#state, event, id))
      }
      if (!isOver) this.#change(brokenOff(this.#state, id, this.#failureText()))
      return 'heard'
    } catch (error) {
      if (abort.signal.aborted) return 'heard'
      if (isHeard) {
        this.#change(brokenOff(this.#state, id, this.#failureText()))
        return 'heard'
      }
      if (error instanceof RequestRefused && error.code === 'not-found' && this.#conversation) return 'gone'
      this.#refuse(error, messageId)
      return 'refused'
    } finally {
      this.#catchUp()
    }
  }

  #note(event: ChatEvent): void {
    if (event.type === 'failed' && event.toast)
      showToast({ title: event.toast, dismiss: this.#texts.dismiss, tone: 'destructive' })
    if (event.type !== 'begin') return
    this.#lastChange = Date.now()
    if (event.token === null) return changeStoredChat({ change: this.#lastChange })
    this.#conversation = { id: event.conversationId, token: event.token }
    changeStoredChat({ conversation: this.#conversation, change: this.#lastChange })
    this.#listen()
  }

  #refuse(error: unknown, messageId: string | null): void {
    this.#change(withoutQuestion(this.#state, messageId))
    this.#tell(error)
  }

  /** Shows the server's message, or that it could not be reached. */
  #tell(error: unknown): void {
    const isSaid = error instanceof RequestRefused
    this.#change({ refusal: isSaid ? error.message : this.#texts.offline })
    if (!isSaid)
      showToast({
        title: navigator.onLine ? this.#texts.toast : this.#texts.offlineToast,
        dismiss: this.#texts.dismiss,
        tone: 'destructive',
      })
  }

  #failureText(): string {
    return navigator.onLine ? this.#texts.reply : this.#texts.brokenOff
  }

  #forget(): void {
    this.#conversation = null
    changeStoredChat({ conversation: null })
    this.#listen()
  }

  #change(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function isLast(event: ChatEvent): boolean {
  return (
    event.type === 'done' || event.type === 'failed' || (event.type === 'begin' && event.replyId === null)
  )
}
