import { COLLECT_PATH } from './collect-path.ts'

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
type Interaction = PerformanceEntry & { interactionId: number }

/** Reports a view of this page and, when the visitor leaves it, its web vitals. Stores nothing in the browser. */
export function sendBeacons(): void {
  const send = (more: object) =>
    navigator.sendBeacon(
      COLLECT_PATH,
      JSON.stringify({
        u: (location.pathname + location.search).slice(0, 1000),
        w: navigator.webdriver,
        ...more,
      }),
    )
  const view = () =>
    send({
      r: document.referrer.slice(0, 1000),
      z: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  const vitals: { l?: number; c: number; i?: number; t?: number } = { c: 0 }
  const observe = (type: string, use: (entry: PerformanceEntry) => void, more?: object) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
        type,
        buffered: true,
        ...more,
      })
    } catch {
      // This browser does not measure this vital.
    }
  }

  view()
  // A page restored from the back/forward cache counts as another view.
  addEventListener('pageshow', ({ persisted }) => persisted && view())
  // "Get Started" on a service's page links to the form further down.
  addEventListener('hashchange', () => location.hash === '#contact' && send({ g: true }))
  observe('largest-contentful-paint', ({ startTime }) => (vitals.l = startTime))
  observe('navigation', (entry) => (vitals.t = (entry as PerformanceNavigationTiming).responseStart))
  let [sum, first, last] = [0, 0, 0]
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput, startTime } = entry as Shift
    if (hadRecentInput) return
    // CLS is the worst window of at most five seconds without a one-second pause (web.dev/articles/cls).
    if (startTime - last > 1000 || startTime - first > 5000) [sum, first] = [0, startTime]
    sum += value
    last = startTime
    vitals.c = Math.max(vitals.c, sum * 1000)
  })
  observe(
    'event',
    (entry) => {
      if ((entry as Interaction).interactionId) vitals.i = Math.max(vitals.i ?? 0, entry.duration)
    },
    { durationThreshold: 40 },
  )
  addEventListener(
    'visibilitychange',
    () => {
      if (vitals.l !== undefined) send({ v: vitals })
    },
    { once: true },
  )
}
