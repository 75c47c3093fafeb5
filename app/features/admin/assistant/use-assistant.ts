import { useEffect, useRef, useState } from 'react'

import { ask, readEvents, RequestRefused } from '#app/lib/event-stream-reader.ts'

import type { AssistantEvent } from './assistant-events.ts'
import { bodyOf, type Said } from './turns-to-send.ts'

type Answer = Said & { who: 'assistant' }

const BROKEN = 'The connection was lost before the answer was complete. Please try again.'

/** Keeps the conversation in memory, for as long as the tab is open. */
export function useAssistant() {
  const [said, setSaid] = useState<readonly Said[]>([])
  const [isAnswering, setAnswering] = useState(false)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  /** Returns false if nothing was answered, so that the message can be sent again. */
  async function send(text: string): Promise<boolean> {
    const abort = new AbortController()
    current.current = abort
    const body = bodyOf(said, text)
    const id = said.length
    const change = (edit: (answer: Answer) => Answer) =>
      setSaid((now) =>
        now.map((each) => (each.id === id + 1 && each.who === 'assistant' ? edit(each) : each)),
      )
    setSaid([
      ...said,
      { who: 'member', id, text },
      { who: 'assistant', id: id + 1, text: '', used: [], proposals: [], error: null },
    ])
    setAnswering(true)
    let [isAnswered, hasEnded] = [false, false]
    try {
      const response = await ask('/admin/assistant/answer', { method: 'POST', body, signal: abort.signal })
      for await (const event of readEvents<AssistantEvent>(response)) {
        change((answer) => heard(answer, event))
        isAnswered ||= event.type === 'text' || event.type === 'proposal'
        hasEnded ||= event.type === 'done' || event.type === 'failed'
      }
      if (!hasEnded) change((answer) => ({ ...answer, error: BROKEN }))
    } catch (error) {
      const message = error instanceof RequestRefused ? error.message : BROKEN
      change((answer) => ({ ...answer, error: abort.signal.aborted ? 'Stopped.' : message }))
    } finally {
      setAnswering(false)
    }
    return isAnswered
  }

  return { said, isAnswering, send, stop: () => current.current?.abort(), clear: () => setSaid([]) }
}

function heard(answer: Answer, event: AssistantEvent): Answer {
  switch (event.type) {
    case 'text':
      return { ...answer, text: answer.text + event.text }
    case 'restart':
      return { ...answer, text: '' }
    case 'used':
      return answer.used.includes(event.title) ? answer : { ...answer, used: [...answer.used, event.title] }
    case 'proposal':
      return { ...answer, proposals: [...answer.proposals, event.proposal] }
    case 'failed':
      return { ...answer, error: event.message }
    case 'done':
      return answer
  }
}
