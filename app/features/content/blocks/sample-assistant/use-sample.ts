import { useCallback, useEffect, useRef, useState } from 'react'

import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import {
  afterEvent,
  brokenOff,
  type ConversationState,
  emptyConversation,
  withoutQuestion,
  withQuestion,
} from '#app/features/chat/widget/conversation-state.ts'
import { ask as request, readEvents, RequestRefused } from '#app/lib/event-stream-reader.ts'

import { LONGEST_ANSWER, MOST_TURNS } from './sample-limits.ts'

/** `passage` is the text of the source document. */
export type Starter = { question: string; answer: string; source: string; passage: string | null }

type SampleOptions = {
  page: string
  block: string
  starters: readonly Starter[]
  failure: string
  /** Shown for a typed question if there is no AI provider. */
  playedOnly: string
}

const PATH = '/api/sample-assistant'

/** A conversation kept in this page only. If the model cannot answer, starter questions get the owner's answers. */
export function useSample({ page, block, starters, failure, playedOnly }: SampleOptions) {
  const [state, setState] = useState(emptyConversation)
  const [played, setPlayed] = useState<readonly string[]>([])
  const [isLive, setLive] = useState<boolean | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const live = useRef<Promise<boolean> | null>(null)
  const count = useRef(0)
  const findLive = useCallback(() => (live.current ??= fetchLive()), [])

  useEffect(() => {
    void findLive().then(setLive)
  }, [findLive])

  function play(id: string, { answer, source, passage }: Starter): void {
    const sources = passage ? [{ number: 1, title: source, page: null, href: null, text: passage }] : []
    setPlayed((before) => [...before, id])
    const events: ChatEvent[] = [
      { type: 'sources', sources },
      { type: 'text', text: answer },
      { type: 'done', end: 'whole' },
    ]
    setState((before) => events.reduce((after, event) => afterEvent(after, event, id), before))
  }

  async function stream(id: string, asked: ConversationState): Promise<void> {
    const body = JSON.stringify({ page, block, turns: turnsOf(asked) })
    const headers = { 'content-type': 'application/json' }
    const response = await request(PATH, { method: 'POST', headers, body })
    let isOver = false
    for await (const event of readEvents<ChatEvent>(response)) {
      isOver = event.type === 'done' || event.type === 'failed'
      setState((before) => afterEvent(before, event, id))
    }
    if (!isOver) throw new Error('The stream broke off.')
  }

  /** Resolves to false if the question was refused; its text then returns to the field. */
  async function ask(question: string): Promise<boolean> {
    const [questionId, id] = [`question-${(count.current += 1)}`, `answer-${count.current}`]
    const starter = starters.find((one) => one.question === question)
    const asked = withQuestion(state, questionId, question)
    setState(asked)
    setRefusal(null)
    try {
      if (await findLive()) await stream(id, asked)
      else if (starter) play(id, starter)
      else {
        setRefusal(playedOnly)
        setState((before) => withoutQuestion(before, questionId))
      }
      return true
    } catch (error) {
      const isRefused = error instanceof RequestRefused
      if (isRefused) setRefusal(error.message)
      if (isRefused && starter) play(id, starter)
      else if (isRefused) setState((before) => withoutQuestion(before, questionId))
      else setState((before) => brokenOff(before, id, failure))
      return !isRefused || starter !== undefined
    }
  }

  return { ...state, isLive, refusal, played, ask }
}

async function fetchLive(): Promise<boolean> {
  try {
    const { isLive } = (await (await request(PATH)).json()) as { isLive: boolean }
    return isLive
  } catch {
    return false
  }
}

/** Returns the last `MOST_TURNS` messages, starting with a question and without failed answers. */
export function turnsOf({ messages }: Pick<ConversationState, 'messages'>) {
  const said = messages.filter(
    ({ author, end, text }) => text !== '' && (author === 'visitor' || end !== 'failed'),
  )
  const turns = said.map(({ author, text }) => ({
    role: author === 'visitor' ? ('user' as const) : ('assistant' as const),
    content: text.slice(0, LONGEST_ANSWER).toWellFormed(),
  }))
  const last = turns.slice(-MOST_TURNS)
  return last[0]?.role === 'user' ? last : last.slice(1)
}
