import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the page's data whenever the stream at `path` says so. False while the connection is lost; the browser reconnects. */
export function useLive(path: string): boolean {
  const { revalidate } = useRevalidator()
  const [isLive, setLive] = useState(true)

  useEffect(() => {
    const source = new EventSource(path)
    source.addEventListener('message', () => {
      setLive(true)
      void revalidate()
    })
    source.addEventListener('error', () => setLive(false))
    return () => source.close()
  }, [path, revalidate])

  return isLive
}
