import type { FormAnswer } from '#app/lib/form-answer.ts'

const WORKER = '/push-worker.js'
const SCOPE = '/admin'

export type PushState = 'unsupported' | 'install-first' | 'insecure' | 'denied' | 'off' | 'on'

type Kept = { isOn: boolean }

export async function readPushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleMobile() ? 'install-first' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await keepSubscription()) ? 'on' : 'off'
}

/** On iOS and iPadOS, only apps added to the home screen have notifications. */
function isAppleMobile(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

/** Tells the server that this browser is in use, and returns whether notifications are on here. */
export async function keepSubscription(): Promise<boolean> {
  if (Notification.permission !== 'granted') return false
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return false
  const { isOn } = await post<Kept>({ intent: 'keep', endpoint: subscription.endpoint })
  return isOn
}

/** Asks for permission and subscribes this browser to notices. @throws {Error} with a message to show to the member */
export async function turnOnPush(): Promise<PushState> {
  // Ask first, while the click still counts as user activation.
  if ((await Notification.requestPermission()) !== 'granted') return readPushState()
  const { publicKey } = await post<{ publicKey: string }>({ intent: 'begin' })
  const subscription = await subscribe(decodeKey(publicKey))
  await post({
    intent: 'subscribe',
    endpoint: subscription.endpoint,
    p256dh: encodeKey(subscription.getKey('p256dh')),
    auth: encodeKey(subscription.getKey('auth')),
  })
  return 'on'
}

async function subscribe(applicationServerKey: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  await activated(registration)
  const former = await registration.pushManager.getSubscription()
  // A browser refuses a new key while it is subscribed with an older one.
  if (former && encodeKey(former.options.applicationServerKey) !== encodeKey(applicationServerKey.buffer))
    await former.unsubscribe()
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch (error) {
    throw new Error('This browser could not reach its push service. Please try again later.', {
      cause: error,
    })
  }
}

function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting
  if (active || !worker) return Promise.resolve()
  return new Promise((done, fail) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') done()
      if (worker.state === 'redundant') fail(new Error('The browser could not prepare notifications.'))
    })
  })
}

async function post<Value = undefined>(fields: Record<string, string>): Promise<Value> {
  const response = await fetch('/admin/account/push', { method: 'POST', body: new URLSearchParams(fields) })
  const answer = (await response.json()) as FormAnswer<Value>
  if (!answer.ok) throw new Error(answer.error ?? 'It could not be saved. Please try again.')
  return answer.value as Value
}

function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

function encodeKey(bytes: ArrayBuffer | null): string {
  if (!bytes) return ''
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
