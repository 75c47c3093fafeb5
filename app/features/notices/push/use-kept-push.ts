import { useEffect } from 'react'

export function useKeptPush(): void {
  useEffect(keepPush, [])
}

/** Links this browser's notifications to the current session, so that signing out ends them. */
export function keepPush(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // If it fails, the next visit to the admin tries again.
  import('./push-client.ts').then(({ keepSubscription }) => keepSubscription()).catch(() => undefined)
}
