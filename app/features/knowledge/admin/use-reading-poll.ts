import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

const EVERY = 1000

/**
 * Loads the page anew whenever a reading has got further, asking once a second while `isReading` and somebody looks. It
 * asks for little beforehand: a page that reloads itself while the server restarts would lose what is typed into it.
 */
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

/** As text, to compare; null while there is no answer. Where the session has ended it differs, and loading anew says so. */
async function askForReadings(signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch('/admin/knowledge/readings', { signal })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
