import { useEffect, useRef, useState } from 'react'

import { ask, readEvents } from '#app/lib/event-stream-reader.ts'

import { type AssistantEvent, type AssistantTurn, MOST_TURNS, type Proposal } from './assistant-events.ts'

export type Said =
  | { who: 'member'; id: number; text: string }
  | {
      who: 'assistant'
      id: number
      text: string
      used: readonly string[]
      proposals: readonly Proposal[]
      error: string | null
    }

type Answer = Said & { who: 'assistant' }

/** The conversation lives as long as the tab; nothing of it is stored. */
export function useAssistant() {
  const [said, setSaid] = useState<readonly Said[]>([])
  const [isAnswering, setAnswering] = useState(false)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function send(text: string): Promise<void> {
    const abort = new AbortController()
    current.current = abort
    const turns = [...turnsOf(said), { role: 'user' as const, content: text }]
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
    try {
      const body = new URLSearchParams({ turns: JSON.stringify(turns.slice(-MOST_TURNS + 1)) })
      const response = await ask('/admin/assistant/answer', { method: 'POST', body, signal: abort.signal })
      for await (const event of readEvents<AssistantEvent>(response)) change((answer) => heard(answer, event))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      change((answer) => ({ ...answer, error: abort.signal.aborted ? 'Stopped.' : message }))
    } finally {
      setAnswering(false)
    }
  }

  return { said, isAnswering, send, stop: () => current.current?.abort(), clear: () => setSaid([]) }
}

function heard(answer: Answer, event: AssistantEvent): Answer {
  switch (event.type) {
    case 'text':
      return { ...answer, text: answer.text + event.text }
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

function turnsOf(said: readonly Said[]): AssistantTurn[] {
  return said
    .filter(({ text }) => text.trim() !== '')
    .map(({ who, text }) => ({ role: who === 'member' ? 'user' : 'assistant', content: text }))
}
