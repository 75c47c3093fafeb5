import { useRef, useState } from 'react'

import { ask, readEvents } from '#app/lib/event-stream-reader.ts'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { ChatEvent } from '../chat-events.ts'
import { ChatLog } from '../widget/chat-log.tsx'
import { Composer } from '../widget/composer.tsx'
import {
  afterEvent,
  brokenOff,
  emptyConversation,
  withoutQuestion,
  withQuestion,
} from '../widget/conversation-state.ts'
import { widgetEn } from '../widget/widget.en.ts'

/** A chat with the settings in the form, saved or not, built from the parts of the live chat. */
export function TestBox({ formId, botName }: { formId: string; botName: string }) {
  const [{ messages, phase }, change] = useState(emptyConversation)
  const [refusal, setRefusal] = useState<string | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const reading = useRef<AbortController | null>(null)

  async function send(message: string): Promise<boolean> {
    const [askedId, id] = [crypto.randomUUID(), crypto.randomUUID()]
    const turns = [
      ...messages.filter(({ text, end }) => text !== '' && end !== 'failed'),
      { author: 'visitor' as const, text: message },
    ].map(({ author, text }) => ({ role: author === 'visitor' ? 'user' : 'assistant', content: text }))
    const abort = new AbortController()
    reading.current = abort
    setRefusal(null)
    change((state) => withQuestion(state, askedId, message))
    try {
      const response = await ask('/admin/chatbot/try', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fields: fieldsOf(formId), turns }),
        signal: abort.signal,
      })
      for await (const event of readEvents<ChatEvent>(response))
        change((state) => afterEvent(state, event, id))
      return true
    } catch (error) {
      if (abort.signal.aborted) {
        change((state) => brokenOff(state, id, ''))
        return true
      }
      change((state) => withoutQuestion(state, askedId))
      setRefusal((error as Error).message)
      return false
    }
  }

  return (
    <section
      aria-labelledby="test-box-title"
      className="flex h-[32rem] flex-col rounded-lg border border-line bg-raised xl:sticky xl:top-8"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 id="test-box-title" className="font-semibold">
          Test box
        </h2>
        <button
          type="button"
          onClick={() => {
            reading.current?.abort()
            change(emptyConversation)
          }}
          className="text-sm text-secondary hover:text-primary"
        >
          Start again
        </button>
      </div>
      {messages.length === 0 ? (
        <p className="px-4 pt-4 text-sm text-secondary">
          Ask as a visitor would. The test box uses the settings in the form, saved or not.
        </p>
      ) : null}
      <ChatLog
        messages={messages}
        phase={phase}
        linkDomains={[]}
        texts={{ ...widgetEn, botName }}
        onRetry={null}
        onRate={null}
        cardTarget={() => null}
      />
      {refusal ? (
        <p role="alert" className="border-t border-line px-4 py-2 text-sm text-danger">
          {refusal}
        </p>
      ) : null}
      <FormFields>
        <Composer
          input={input}
          texts={{ ...widgetEn, message: 'Test message', send: 'Send test message' }}
          isReplying={phase !== 'idle'}
          onSend={send}
          onStop={() => reading.current?.abort()}
        />
      </FormFields>
    </section>
  )
}

function fieldsOf(formId: string): Record<string, string> {
  const form = document.getElementById(formId)
  if (!(form instanceof HTMLFormElement)) return {}
  const fields = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(fields)
}
