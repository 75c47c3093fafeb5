import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Reads the transcript anew whenever the server says that it has changed.
 * @returns false while the connection is lost; the browser makes it again by itself.
 */
export function useLiveConversation(id: string): boolean {
  const { revalidate } = useRevalidator()
  const [isLive, setLive] = useState(true)

  useEffect(() => {
    const source = new EventSource(`/admin/conversations/${id}/events`)
    source.addEventListener('message', () => {
      setLive(true)
      void revalidate()
    })
    source.addEventListener('error', () => setLive(false))
    return () => source.close()
  }, [id, revalidate])

  return isLive
}
