import { Link } from 'react-router'
import { z } from 'zod'

import { answerTo } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import type { OauthProvider } from '#app/platform/oauth-clients.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'

import type { Route } from './+types/connections.route.ts'
import {
  readConnections,
  removeConnection,
  saveConnection,
  type ShownConnections,
} from './change-connections.server.ts'
import { readOauthClients, removeOauthClient, saveOauthClient } from './change-oauth-client.server.ts'
import { checkSendingDomain, dkimSelector } from './check-sending-domain.server.ts'
import { ConnectionForm } from './connection-form.tsx'
import { MailboxFacts } from './mailbox-facts.tsx'
import { OauthClientForm } from './oauth-client-form.tsx'
import { type OtherConnection, readOtherConnections } from './other-connections.server.ts'
import type { ConnectionKind } from './presets.ts'
import { SendingDomain } from './sending-domain.tsx'
import { tryConnection } from './try-connection.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [mail, clients, others] = await Promise.all([
      readConnections(ctx),
      readOauthClients(ctx),
      readOtherConnections(ctx),
    ])
    return { mail, clients, others }
  })
}

const formsOf = (kind: ConnectionKind) => ({
  save: form({
    schema: anyFields,
    run: (ctx, fields) => saveConnection(ctx, kind, fields),
    toast: { title: 'Saved', text: 'It is used from now on.' },
    rejected: 'Not saved',
  }),
  test: form({
    schema: anyFields,
    run: (ctx, fields) => tryConnection(ctx, kind, fields),
    toast: ({ works, said }) => ({
      title: works ? 'It works' : 'It does not work',
      text: said,
      ...(!works && { tone: 'destructive' }),
    }),
    rejected: 'Not tried',
  }),
  remove: form({
    schema: anyFields,
    run: (ctx, fields) => removeConnection(ctx, kind, fields),
    toast: { title: 'Disconnected' },
    rejected: 'Not disconnected',
  }),
})

const proof = z.object({ ownPassword: textField, code: textField })
const clientFields = proof.extend({ clientId: textField, clientSecret: textField, tenant: textField })

const clientFormsOf = (provider: OauthProvider) => ({
  save: form({
    schema: clientFields,
    run: (ctx, fields) => saveOauthClient(ctx, provider, fields),
    toast: { title: 'Saved', text: 'Members can now connect their calendar under Bookings.' },
    rejected: 'Not saved',
  }),
  remove: form({
    schema: proof,
    run: (ctx, fields) => removeOauthClient(ctx, provider, fields),
    toast: { title: 'Disconnected' },
    rejected: 'Not disconnected',
  }),
})

const [outgoing, incoming] = [formsOf('outgoing'), formsOf('incoming')]
const [google, microsoft] = [clientFormsOf('google'), clientFormsOf('microsoft')]

export const action = formAction({
  'save-outgoing': outgoing.save,
  'test-outgoing': outgoing.test,
  'remove-outgoing': outgoing.remove,
  'save-incoming': incoming.save,
  'test-incoming': incoming.test,
  'remove-incoming': incoming.remove,
  'save-google': google.save,
  'remove-google': google.remove,
  'save-microsoft': microsoft.save,
  'remove-microsoft': microsoft.remove,
  'check-domain': form({
    schema: z.object({ selector: dkimSelector }),
    run: async (ctx, input) => ({ check: await checkSendingDomain(ctx, input) }),
    rejected: 'Not checked',
  }),
})

export function meta() {
  return [{ title: 'Connections · Admin' }]
}

export default function ConnectionsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, clients, others } = loaderData
  const checked = answerTo(actionData, 'check-domain')
  const common = { mailFrom: mail.mailFrom, asksCode: mail.asksCode, answer: actionData }
  return (
    <AdminPage title="Connections">
      <ConnectionForm
        {...common}
        kind="outgoing"
        title="Outgoing mail"
        badge={<OutgoingBadge mail={mail} />}
        text={outgoingText(mail)}
        stored={mail.outgoing}
      />
      <SendingDomain
        check={checked?.value && 'check' in checked.value ? checked.value.check : undefined}
        error={checked?.errors['selector']}
      />
      <ConnectionForm
        {...common}
        kind="incoming"
        title="Incoming mail"
        badge={<IncomingBadge mail={mail} />}
        text={
          mail.variables.incoming === null
            ? 'Replies to your mails appear with their leads.'
            : `IMAP_URL is set and wins: ${mail.variables.incoming} is read, whatever is saved here.`
        }
        stored={mail.incoming}
      >
        {mail.mailbox ? <MailboxFacts health={mail.mailbox} /> : null}
      </ConnectionForm>
      {clients.map((client) => (
        <OauthClientForm key={client.provider} client={client} asksCode={mail.asksCode} answer={actionData} />
      ))}
      {others.map((other) => (
        <OtherCard key={other.title} {...other} />
      ))}
    </AdminPage>
  )
}

function outgoingText({ variables, isSending, outage }: ShownConnections): string {
  if (outage) return `Mails wait, because the server accepts none: ${outage.reason}`
  if (variables.outgoing !== null)
    return `SMTP_URL is set and wins: mails go through ${variables.outgoing}, whatever is saved here.`
  return isSending
    ? 'Sends notices, receipts and your replies.'
    : 'Sends notices, receipts and your replies; until it is connected, mails wait in the outbox.'
}

function OutgoingBadge({ mail: { isSending, outage } }: { mail: ShownConnections }) {
  if (outage) return <Badge tone="danger">Not accepting</Badge>
  return isSending ? <Badge tone="success">Connected</Badge> : <Badge>Not connected</Badge>
}

function IncomingBadge({ mail: { mailbox } }: { mail: ShownConnections }) {
  if (!mailbox) return <Badge>Not connected</Badge>
  if (mailbox.failure) return <Badge tone="danger">Not read</Badge>
  return mailbox.connectedAt === null ? <Badge>Connecting</Badge> : <Badge tone="success">Connected</Badge>
}

function OtherCard({ title, state, isOn, text, path, label }: OtherConnection) {
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <div className="flex-1 basis-72">
        <h2 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
          {title} <Badge tone={isOn ? 'success' : 'plain'}>{state}</Badge>
        </h2>
        <p className="mt-1 text-sm text-secondary">{text}</p>
      </div>
      {path === null ? null : (
        <Link to={path} className={buttonClass({ tone: 'outline', size: 'md' })}>
          {label}
        </Link>
      )}
    </section>
  )
}
