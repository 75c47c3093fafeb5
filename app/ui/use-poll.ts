import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'

const EVERY = 1000

/** Polls a small resource before reloading, because a reload during a restart would lose what the owner is typing. */
export function usePoll(isWaiting: boolean, path: string): void {
  const { revalidate, state: loading } = useRevalidator()
  const navigation = useNavigation()
  const isIdle = loading === 'idle' && navigation.state === 'idle'
  const seen = useRef('')

  useEffect(() => {
    if (!isWaiting || !isIdle) return undefined
    const abort = new AbortController()
    const look = async () => {
      if (document.hidden) return
      const state = await askForState(path, abort.signal)
      if (state === null || state === seen.current) return
      seen.current = state
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
  }, [isWaiting, path, isIdle, revalidate])
}

/** Returns text to compare. An ended session gets a different response, so the page reloads. */
async function askForState(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(path, { signal })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
