import { useEffect } from 'react'

export function useKeptPush(): void {
  useEffect(keepPush, [])
}

/** Notes the present session of a browser that has notifications, so that signing out ends them. */
export function keepPush(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // What fails is tried again when the admin is opened the next time.
  import('./push-client.ts').then(({ keepSubscription }) => keepSubscription()).catch(() => undefined)
}
