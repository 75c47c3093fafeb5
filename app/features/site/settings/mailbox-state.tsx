import type { MailboxHealth } from '#app/platform/email/mailbox-health.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

export function MailboxState({ health }: { health: MailboxHealth | null }) {
  const { timeZone, now } = useAdminShell()
  return (
    <section
      aria-labelledby="mailbox-title"
      className="grid gap-4 rounded-lg border border-line bg-raised p-6 text-sm"
    >
      <h2 id="mailbox-title" className="flex flex-wrap items-center gap-3 text-base font-semibold">
        Mailbox {health ? <StateBadge health={health} /> : null}
      </h2>
      {health === null ? (
        <p className="text-secondary">
          IMAP_URL is not set, so replies to your mails stay in your mailbox. Set it and restart the server,
          and they appear with their leads.
        </p>
      ) : null}
      {health?.failure ? (
        <p role="alert" className="text-danger">
          {health.failure.reason} It is retried every few minutes. If IMAP_URL is wrong, correct it and
          restart the server.
        </p>
      ) : null}
      {health ? (
        <dl className="grid gap-3 sm:grid-cols-3">
          <Fact name="Failing since">
            {health.failure ? <Time at={health.failure.since} timeZone={timeZone} now={now} /> : null}
          </Fact>
          <Fact name="Last connected">
            {health.connectedAt === null ? (
              'Never'
            ) : (
              <Time at={health.connectedAt} timeZone={timeZone} now={now} />
            )}
          </Fact>
          <Fact name="Last mail">
            {health.lastMailAt === null ? (
              'None yet'
            ) : (
              <Time at={health.lastMailAt} timeZone={timeZone} now={now} />
            )}
          </Fact>
        </dl>
      ) : null}
    </section>
  )
}

function StateBadge({ health }: { health: MailboxHealth }) {
  if (health.failure) return <Badge tone="danger">Not read</Badge>
  return health.connectedAt === null ? (
    <Badge tone="plain">Connecting</Badge>
  ) : (
    <Badge tone="success">Read</Badge>
  )
}
