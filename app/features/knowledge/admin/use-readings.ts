import { useCallback, useEffect, useRef } from 'react'

import { useMessages } from '#app/ui/locale.tsx'
import { showToast } from '#app/ui/toast.tsx'

import type { ItemReadingState } from '../items/list-readings.server.ts'
import { knowledgeMessages } from '../messages.ts'

import { isUnsettled } from './item-status.tsx'
import { useReadingPoll } from './use-reading-poll.ts'

/**
 * Keeps the page fresh while something is being read, and tells how each reading ended: a page or a failure as a toast,
 * what else is ready in the `live` region, for screen readers. `watch` names an item whose reading has only just been asked for.
 */
export function useReadings(readings: readonly ItemReadingState[]) {
  const { toasts } = useMessages(knowledgeMessages)
  const live = useRef<HTMLParagraphElement>(null)
  const open = useRef(new Set<string>())
  useReadingPoll(readings.some(isUnsettled))

  useEffect(() => {
    for (const reading of readings) {
      const { id, kind, title, failure } = reading
      if (isUnsettled(reading)) open.current.add(id)
      else if (!open.current.delete(id)) continue
      else if (failure !== null) showToast({ title: `“${title}” failed`, text: failure, tone: 'destructive' })
      else if (kind === 'url') showToast({ title: 'Success', text: toasts.urlScraped })
      else if (live.current) live.current.textContent = `“${title}” is ready.`
    }
  }, [readings, toasts])

  const watch = useCallback((id: string) => void open.current.add(id), [])
  return { live, watch }
}
