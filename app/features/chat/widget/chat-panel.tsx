import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { localPath } from '#app/lib/local-path.ts'
import { fill } from '#app/lib/messages.ts'
import { CalendarCheck, MessageCirclePlus, UserRound, X } from '#app/ui/icons.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { type ChatAppearance, WELCOME_MESSAGE } from '../settings/chat-appearance.ts'

import { ChatLog } from './chat-log.tsx'
import { ChatSession } from './chat-session.ts'
import { Composer } from './composer.tsx'
import type { ShownMessage } from './conversation-state.ts'
import type { ChatWidgetProps } from './panel-texts.ts'
import { HandoverNote, isAway } from './handover-note.tsx'
import { SuggestedQuestions } from './suggested-questions.tsx'
import { useVisibleHeight, useWatched } from './use-visibility.ts'

const ChatContactForm = lazy(async () => ({
  default: (await import('./chat-contact-form.tsx')).ChatContactForm,
}))

type ChatPanelProps = ChatWidgetProps & {
  hidden: boolean
  /** False if the panel opens automatically and must not take the focus. */
  isAskedFor: boolean
  onClose: () => void
  /** Also called while the panel is hidden, as long as a person may answer. */
  onOwnerMessages?: (count: number) => void
}

/** Not modal, so that the page beside it stays usable. */
export function ChatPanel({
  hidden,
  isAskedFor,
  onClose,
  onOwnerMessages,
  siteName,
  ...ofSite
}: ChatPanelProps) {
  const defaultName = fill(ofSite.texts.defaultName, { siteName })
  const [session] = useState(() => {
    const unknown = {
      botName: defaultName,
      welcomeMessage: WELCOME_MESSAGE,
      linkDomains: [],
      questions: [],
      language: null,
    }
    return new ChatSession({ ...ofSite.failure, ...ofSite.texts }, unknown)
  })
  const { messages, speaker, phase, handover, appearance, refusal } = useSyncExternalStore(
    session.subscribe,
    session.getState,
  )
  useWatched(
    !hidden || (onOwnerMessages !== undefined && (speaker === 'owner' || handover !== null)),
    session.watch,
  )
  const ownerMessages = messages.filter(({ author }) => author === 'owner').length
  useEffect(() => onOwnerMessages?.(ownerMessages), [onOwnerMessages, ownerMessages])
  const input = useRef<HTMLTextAreaElement>(null)
  const panel = useVisibleHeight()
  const botName = appearance?.botName ?? defaultName
  const language = appearance?.language
  const { texts, contact } = language ?? ofSite

  useEffect(() => {
    if (!hidden && isAskedFor) input.current?.focus({ preventScroll: true })
  }, [hidden, isAskedFor])

  const [isLeaving, setLeaving] = useState(false)
  const target = session.inquiryTarget
  const question = messages.findLast(({ author, text }) => author === 'visitor' && text !== texts.wantPerson)
  const hasSpoken = messages.some(({ author }) => author === 'visitor')
  // A message from the owner must not remove the form that the visitor is filling in.
  const lastTurn = messages.findLast(({ author }) => author !== 'owner')
  const contactForm =
    target &&
    !appearance?.hasNoInquiryForm &&
    hasSpoken &&
    (lastTurn?.offersForm || isLeaving || isAway(handover)) ? (
      <Suspense>
        <ChatContactForm
          texts={contact}
          question={question ? question.text : ''}
          target={target}
          asked={appearance?.asked}
        />
      </Suspense>
    ) : null

  function askSuggested(suggested: string): void {
    void session.send(suggested)
    // The pressed button disappears and would take the focus with it.
    input.current?.focus()
  }

  function askForPerson(): void {
    void session.send(texts.wantPerson, true)
    input.current?.focus()
  }

  function startNew(): void {
    setLeaving(false)
    session.startNew()
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from any element inside
    <div
      ref={panel}
      role="dialog"
      aria-label={botName}
      lang={language?.code}
      dir={language?.direction}
      hidden={hidden}
      onKeyDown={onKeyDown}
      className="chat-panel"
    >
      <PanelHeader
        botName={botName}
        texts={texts}
        offersMeetings={ofSite.offersMeetings}
        isPerson={speaker === 'owner'}
        onStartNew={messages.length > 0 ? startNew : null}
        onClose={onClose}
      />
      {appearance ? (
        <ChatLog
          messages={[welcome(appearance), ...messages]}
          phase={phase}
          linkDomains={appearance.linkDomains}
          texts={{ ...texts, botName }}
          onRetry={speaker === 'assistant' ? () => session.retry() : null}
          onRate={(id, rating) => session.rate(id, rating)}
          cardTarget={session.cardTarget}
          opening={
            messages.length === 0 && phase === 'idle' ? (
              <SuggestedQuestions
                questions={appearance.questions}
                label={texts.suggestions}
                onAsk={askSuggested}
              />
            ) : null
          }
          handover={
            handover ? (
              <HandoverNote
                handover={handover}
                texts={texts}
                locale={language?.code}
                onLeaveMessage={contactForm ? null : () => setLeaving(true)}
              />
            ) : null
          }
          contactForm={contactForm}
        />
      ) : (
        <div role="status" aria-label={texts.loading} className="grid flex-1 place-items-center text-muted">
          <Spinner />
        </div>
      )}
      {refusal ? (
        <p role="alert" dir="auto" className="border-t border-line px-4 py-2.5 text-sm text-secondary">
          {refusal}{' '}
          <a href={localPath('/contact')} className="text-primary underline underline-offset-4">
            {texts.contact}
          </a>
        </p>
      ) : null}
      <Composer
        input={input}
        texts={speaker === 'owner' ? { ...texts, placeholder: texts.placeholderPerson } : texts}
        locale={language?.code}
        isReplying={phase !== 'idle'}
        onSend={(message) => session.send(message)}
        onStop={() => session.stop()}
      />
      {appearance && speaker === 'assistant' && !handover ? (
        <button type="button" disabled={phase !== 'idle'} onClick={askForPerson} className="chat-person">
          <UserRound aria-hidden className="size-3.5" />
          {texts.talkToPerson}
        </button>
      ) : null}
    </div>
  )
}

type PanelHeaderProps = {
  botName: string
  texts: ChatWidgetProps['texts']
  offersMeetings: boolean
  isPerson: boolean
  onStartNew: (() => void) | null
  onClose: () => void
}

function PanelHeader({ botName, texts, offersMeetings, isPerson, onStartNew, onClose }: PanelHeaderProps) {
  return (
    <div className="flex items-center gap-1 border-b border-line py-2.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">{botName}</h2>
        {isPerson ? <p className="truncate text-xs text-second">{texts.personAnswers}</p> : null}
      </div>
      {offersMeetings ? (
        <a
          href={localPath('/book')}
          aria-label={texts.book}
          title={texts.book}
          className="chat-round text-secondary"
        >
          <CalendarCheck aria-hidden className="size-5" />
        </a>
      ) : null}
      {onStartNew ? (
        <button
          type="button"
          aria-label={texts.startNew}
          title={texts.startNew}
          onClick={onStartNew}
          className="chat-round text-secondary"
        >
          <MessageCirclePlus aria-hidden className="size-5" />
        </button>
      ) : null}
      <button type="button" aria-label={texts.close} onClick={onClose} className="chat-round text-secondary">
        <X aria-hidden className="size-5" />
      </button>
    </div>
  )
}

function welcome({ welcomeMessage }: ChatAppearance): ShownMessage {
  return { id: 'welcome', author: 'assistant', text: welcomeMessage, end: null, links: [], sources: [] }
}
