import { useEffect, useRef, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'

type PageEvent = { type: 'changed' } | { type: 'viewers'; names: string[] }

/**
 * Reloads the page's data on each event of the stream at `path`, once no request is in flight. Returns false while
 * disconnected; the browser reconnects by itself.
 */
export function useLive(path: string): boolean {
  return useLiveRecord(path).isLive
}

/** Like `useLive`, for the page of a record; also returns the names of other members who have it open. */
export function useLiveRecord(path: string): { isLive: boolean; viewers: readonly string[] } {
  const { revalidate, state: loading } = useRevalidator()
  const navigation = useNavigation()
  const fetchers = useFetchers()
  const [isLive, setLive] = useState(true)
  const [viewers, setViewers] = useState<readonly string[]>([])
  /** Number of changes reported; `loaded` is the number up to which the data was loaded. */
  const [told, setTold] = useState(0)
  const loaded = useRef(0)
  const sending = fetchers.filter(({ state }) => state !== 'idle').length
  const isIdle = loading === 'idle' && navigation.state === 'idle' && sending === 0

  useEffect(() => {
    const source = new EventSource(path)
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      setLive(true)
      const event = JSON.parse(data) as PageEvent
      if (event.type === 'viewers') setViewers(event.names)
      else setTold((before) => before + 1)
    })
    source.addEventListener('error', () => {
      setLive(false)
      setViewers([])
    })
    return () => {
      source.close()
      setViewers([])
    }
  }, [path])

  const hasOverlapped = useRef(false)
  useEffect(() => {
    const isLoading = loading !== 'idle'
    if (sending > 0 && isLoading) hasOverlapped.current = true
    if (sending === 0 && hasOverlapped.current) {
      // Such a load may have read the data before the form changed it, and have finished last. So load again.
      hasOverlapped.current = false
      void revalidate()
    }
  }, [sending, loading, revalidate])

  useEffect(() => {
    if (!isIdle || loaded.current === told) return
    loaded.current = told
    void revalidate()
  }, [told, isIdle, revalidate])

  return { isLive, viewers }
}
