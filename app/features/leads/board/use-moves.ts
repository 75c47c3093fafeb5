import { useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { useActionToast } from '#app/ui/toast.tsx'

import type { LeadStatus } from '../lead-status.ts'

export type Move = { id: string; from: LeadStatus; to: LeadStatus }
type Sent = Move & { answered?: object }

/** Saves moves one after another; until the server answers, a card is shown where it is moved to. */
export function useMoves(board: object): { moves: readonly Move[]; save: (move: Move) => void } {
  const fetcher = useFetcher<FormAnswer>()
  const { revalidate } = useRevalidator()
  const [moves, setMoves] = useState<readonly Sent[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  useActionToast(fetcher.data)
  useEffect(() => {
    // The router does not revalidate after a rejection, but a rejection means that the board is out of date.
    if (fetcher.data && !fetcher.data.ok) void revalidate()
  }, [fetcher.data, revalidate])

  const shown = useRef(board)
  useEffect(() => {
    shown.current = board
  })

  const send = async (move: Move, before: Promise<void>) => {
    await before
    await fetcher.submit(
      { intent: 'move', id: move.id, status: move.to, seen: move.from },
      { method: 'post' },
    )
    const answered = shown.current
    setMoves((sent) => sent.map((each) => (each === move ? { ...each, answered } : each)))
  }
  // A move is pending until the board has been loaded after its answer.
  const waiting = moves.filter(({ answered }) => answered === undefined || answered === board)
  return {
    moves: waiting,
    save(move) {
      setMoves([...waiting, move])
      last.current = send(move, last.current)
    },
  }
}
