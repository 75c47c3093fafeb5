import type { MailboxHealth } from '#app/platform/email/mailbox-health.server.ts'
import { Fact } from '#app/ui/fact.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

export function MailboxFacts({ health: { failure, connectedAt, lastMailAt } }: { health: MailboxHealth }) {
  const { timeZone, now } = useAdminShell()
  const at = (time: number | null, otherwise: string) =>
    time === null ? otherwise : <Time at={time} timeZone={timeZone} now={now} />
  return (
    <div className="grid gap-4 text-sm">
      {failure ? (
        <p role="alert" className="text-danger">
          {failure.reason} It is retried every few minutes.
        </p>
      ) : null}
      <dl className="grid gap-3 sm:grid-cols-3">
        <Fact name="Failing since">{failure ? at(failure.since, '') : null}</Fact>
        <Fact name="Last connected">{at(connectedAt, 'Never')}</Fact>
        <Fact name="Last mail">{at(lastMailAt, 'None yet')}</Fact>
      </dl>
    </div>
  )
}
