import { useEffect, useRef, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'

type PageEvent = { type: 'changed' } | { type: 'viewers'; names: string[] }

/**
 * Reloads the page's data whenever the stream at `path` says so, once nothing else is being sent or loaded. False while the
 * connection is lost; the browser reconnects.
 */
export function useLive(path: string): boolean {
  return useLiveRecord(path).isLive
}

/** The same for the page of a record, with the names of the other members who have it open. */
export function useLiveRecord(path: string): { isLive: boolean; viewers: readonly string[] } {
  const { revalidate, state: loading } = useRevalidator()
  const navigation = useNavigation()
  const fetchers = useFetchers()
  const [isLive, setLive] = useState(true)
  const [viewers, setViewers] = useState<readonly string[]>([])
  /** How many changes were told, and up to which one the data has been loaded. */
  const [told, setTold] = useState(0)
  const loaded = useRef(0)
  const isIdle =
    loading === 'idle' && navigation.state === 'idle' && fetchers.every(({ state }) => state === 'idle')

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

  useEffect(() => {
    if (!isIdle || loaded.current === told) return
    loaded.current = told
    void revalidate()
  }, [told, isIdle, revalidate])

  return { isLive, viewers }
}
