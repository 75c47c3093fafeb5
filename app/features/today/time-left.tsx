import { useEffect, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Need } from './needs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SOON = HOUR

export function TimeLeft({ need: { kind, at, due } }: { need: Pick<Need, 'kind' | 'at' | 'due'> }) {
  const now = useNow()
  if (kind === 'chat') return <strong className="font-medium text-warning">waits {duration(now - at)}</strong>
  if (due === null) return null
  const left = due - now
  return (
    <strong
      className={cx(
        'font-medium',
        left < 0 ? 'text-danger' : left < SOON ? 'text-warning' : 'text-secondary',
      )}
    >
      {left < 0 ? `${duration(-left)} overdue` : `${duration(left)} left`}
    </strong>
  )
}

/** Returns the server's time at first, so that hydration matches, then the client's, twice a minute. */
function useNow(): number {
  const { now: shown } = useAdminShell()
  const [now, setNow] = useState(shown)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  return Math.max(now, shown)
}

export function duration(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 || hours >= 10 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} days`
}
