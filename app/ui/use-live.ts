import { useEffect, useRef, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'

/**
 * Reloads the page's data whenever the stream at `path` says so, once nothing else is being sent or loaded. False while the
 * connection is lost; the browser reconnects.
 */
export function useLive(path: string): boolean {
  const { revalidate, state: loading } = useRevalidator()
  const navigation = useNavigation()
  const fetchers = useFetchers()
  const [isLive, setLive] = useState(true)
  /** How many changes were told, and up to which one the data has been loaded. */
  const [told, setTold] = useState(0)
  const loaded = useRef(0)
  const isIdle =
    loading === 'idle' && navigation.state === 'idle' && fetchers.every(({ state }) => state === 'idle')

  useEffect(() => {
    const source = new EventSource(path)
    source.addEventListener('message', () => {
      setLive(true)
      setTold((before) => before + 1)
    })
    source.addEventListener('error', () => setLive(false))
    return () => source.close()
  }, [path])

  useEffect(() => {
    if (!isIdle || loaded.current === told) return
    loaded.current = told
    void revalidate()
  }, [told, isIdle, revalidate])

  return isLive
}
