import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { X } from '#app/ui/icons.tsx'

import { LONGEST_MESSAGE } from './assistant-events.ts'
import { ProposalCard } from './proposal-card.tsx'
import type { Said } from './turns-to-send.ts'
import { useAssistant } from './use-assistant.ts'

const ideas = [
  'What happened this week?',
  'Which leads have waited longest for an answer?',
  'Draft a post about our newest service.',
]

const BOX = 'assistant-message'

function findBox(): HTMLTextAreaElement | null {
  return document.querySelector(`textarea#${BOX}`)
}

/** Stays mounted while closed, so that the conversation survives navigation. */
export function AssistantPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { said, isAnswering, send, stop, clear } = useAssistant()
  const form = useRef<HTMLFormElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) findBox()?.focus()
  }, [isOpen])
  useEffect(() => {
    if (said.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  async function submit(text: string): Promise<void> {
    if (text.trim() === '' || isAnswering) return
    form.current?.reset()
    findBox()?.focus()
    const isAnswered = await send(text.trim())
    const box = findBox()
    if (!isAnswered && box?.value === '') box.value = text
  }

  function startOver(): void {
    clear()
    findBox()?.focus()
  }

  function sendByKeyboard(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit(event.currentTarget.value)
  }

  // Render outside the header, because the page's content is painted above it.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <div
      role="dialog"
      aria-label="Assistant"
      tabIndex={-1}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      className={
        isOpen
          ? 'fixed inset-y-0 right-0 z-40 grid w-full grid-cols-1 grid-rows-[auto_1fr_auto] border-l border-line-strong bg-raised shadow-float sm:w-104'
          : 'hidden'
      }
    >
      <div className="flex items-center gap-2 border-b border-line px-5 py-3">
        <h2 className="mr-auto font-semibold">Assistant</h2>
        {said.length > 0 ? (
          <Button tone="quiet" size="sm" onClick={startOver} disabled={isAnswering}>
            Start over
          </Button>
        ) : null}
        <Button tone="quiet" size="sm" aria-label="Close the assistant" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      <div
        className="grid grid-cols-1 content-start gap-4 overflow-y-auto p-5"
        role="log"
        aria-label="Answers"
        aria-busy={isAnswering}
        tabIndex={-1}
      >
        {said.length === 0 ? (
          <>
            <p className="text-secondary">
              It reads what your role may read, and proposes changes that you confirm. What it finds is sent
              to your AI provider.
            </p>
            {ideas.map((idea) => (
              <Button
                key={idea}
                tone="outline"
                size="sm"
                className="justify-start"
                onClick={() => void submit(idea)}
              >
                {idea}
              </Button>
            ))}
          </>
        ) : null}
        {said.map((each) => (
          <Message key={each.id} said={each} />
        ))}
        {isAnswering ? (
          <p role="status" className="text-sm text-muted">
            Answering…
          </p>
        ) : null}
        <div ref={end} />
      </div>
      <form
        ref={form}
        className="grid gap-2 border-t border-line p-4"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('message')
          if (typeof typed === 'string') void submit(typed)
        }}
      >
        <TextArea
          id={BOX}
          name="message"
          aria-label="Ask the assistant"
          rows={3}
          maxLength={LONGEST_MESSAGE}
          onKeyDown={sendByKeyboard}
        />
        {isAnswering ? (
          <Button tone="outline" size="sm" className="justify-self-end" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" tone="solid" size="sm" className="justify-self-end">
            Ask
          </Button>
        )}
      </form>
    </div>,
    document.body,
  )
}

function Message({ said }: { said: Said }) {
  if (said.who === 'member')
    return (
      <p
        dir="auto"
        className="ml-8 justify-self-end rounded-lg bg-overlay px-4 py-2 break-words whitespace-pre-wrap"
      >
        {said.text}
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      {said.used.length > 0 ? <p className="text-xs text-muted">Used: {said.used.join(', ')}</p> : null}
      {said.text ? (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {linked(said.text)}
        </p>
      ) : null}
      {said.proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} />
      ))}
      {said.error ? (
        <p role="alert" className="text-sm text-danger">
          {said.error}
        </p>
      ) : null}
    </div>
  )
}

const PLACE = /(\/admin\/[\w/-]*\w)/

/** Turns paths of the admin into links; other URLs stay text. */
function linked(text: string) {
  return text.split(PLACE).map((part, at) =>
    at % 2 === 1 ? (
      <Link key={at} to={part}>
        {part}
      </Link>
    ) : (
      part
    ),
  )
}
