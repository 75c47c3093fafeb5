import { useCallback, useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

import { useMessages } from '#app/ui/locale.tsx'
import { showToast } from '#app/ui/toast.tsx'

import type { ItemReadingState } from '../items/list-items.server.ts'
import { knowledgeMessages } from '../messages.ts'

import { isInProgress } from './item-status.tsx'

/** Refreshes the page while items are read, and announces readings that ended. `watch` adds one just requested. */
export function useReadings(readings: readonly ItemReadingState[]) {
  const { toasts } = useMessages(knowledgeMessages)
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

const EVERY = 1000

/** Polls a small address before it reloads: a reload during a restart would lose what the owner is typing. */
export function useReadingPoll(isReading: boolean): void {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const isIdle = state === 'idle' && navigation.state === 'idle'
  const seen = useRef('')

  useEffect(() => {
    if (!isReading || !isIdle) return undefined
    const abort = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const readings = await askForReadings(abort.signal)
      if (readings === null || readings === seen.current) return
      seen.current = readings
      void revalidate()
    }
    const timer = setInterval(() => void look(), EVERY)
    const onVisible = () => void look()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      abort.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isReading, isIdle, revalidate])
}

/** As text, to compare. An ended session answers differently, so the page reloads. */
async function askForReadings(signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch('/admin/knowledge/readings', { signal })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
