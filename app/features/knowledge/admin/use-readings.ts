import { useCallback, useEffect, useRef } from 'react'

import { defaultLocale } from '#app/lib/messages.ts'
import { showToast } from '#app/ui/toast.tsx'
import { usePoll } from '#app/ui/use-poll.ts'

import type { ItemReadingState } from '../items/list-items.server.ts'
import { knowledgeMessages } from '../messages.ts'

import { isInProgress } from './item-status.tsx'

/** Polls while items are read, and announces the results. `watch` adds an item that was just requested. */
export function useReadings(readings: readonly ItemReadingState[]) {
  const { toasts } = knowledgeMessages[defaultLocale]
  const live = useRef<HTMLParagraphElement>(null)
  const open = useRef(new Set<string>())
  useReadingPoll(readings.some(isInProgress))

  useEffect(() => {
    for (const reading of readings) {
      const { id, kind, title, failure } = reading
      if (isInProgress(reading)) open.current.add(id)
      else if (!open.current.delete(id)) continue
      else if (failure !== null) showToast({ title: `“${title}” failed`, text: failure, tone: 'destructive' })
      else if (kind === 'url') showToast({ title: 'Success', text: toasts.urlScraped })
      else if (live.current) live.current.textContent = `“${title}” is ready.`
    }
  }, [readings, toasts])

  const watch = useCallback((id: string) => void open.current.add(id), [])
  return { live, watch }
}

export function useReadingPoll(isReading: boolean): void {
  usePoll(isReading, '/admin/knowledge/readings')
}
