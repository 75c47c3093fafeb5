import type { ShippingState } from '#app/platform/backup/continuous/ship-messages.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

/** How far the continuous backup has come. */
export function ContinuousStatus({ target, upTo, failure }: ShippingState) {
  const { timeZone, now } = useAdminShell()
  return (
    <section
      aria-label="Continuous backup"
      className="grid gap-2 rounded-lg border border-line bg-raised p-6"
      role={failure ? 'alert' : undefined}
    >
      <h2 className="flex flex-wrap items-center gap-2">
        Continuous backup {failure ? <Badge tone="danger">Failing</Badge> : null}
      </h2>
      <p>
        {upTo === null ? (
          'Nothing has been shipped since the server started.'
        ) : (
          <>
            All that was stored until <Time at={upTo} timeZone={timeZone} now={now} /> is in{' '}
            <code className="break-all">{target}</code>.
          </>
        )}
      </p>
      {failure ? <p className="text-sm break-words text-secondary">{failure.reason}</p> : null}
    </section>
  )
}
