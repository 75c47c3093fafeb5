import { Link, redirect } from 'react-router'
import { z } from 'zod'

import { answerTo, type Toast } from '#app/lib/form-answer.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import type { OauthProvider } from '#app/platform/oauth/oauth-clients.server.ts'
import { readReturned } from '#app/platform/oauth/oauth-consent.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'

import type { Route } from './+types/connections.route.ts'
import { BackupForm } from './backup-form.tsx'
import { BucketForm } from './bucket-form.tsx'
import {
  readBackupBucket,
  removeBackupBucket,
  saveBackupBucket,
  tryBackupBucket,
} from './change-backup-bucket.server.ts'
import { readBucket, removeBucket, saveBucket, tryBucket } from './change-bucket.server.ts'
import {
  readConnections,
  removeConnection,
  saveConnection,
  type ShownConnections,
} from './change-connections.server.ts'
import { readOauthClients, removeOauthClient, saveOauthClient } from './change-oauth-client.server.ts'
import { checkSendingDomain, dkimSelector } from './check-sending-domain.server.ts'
import { ConnectionForm } from './connection-form.tsx'
import { beginMailConsent, finishMailConsent } from './mail-consent.server.ts'
import { MailboxFacts } from './mailbox-facts.tsx'
import { OauthClientForm } from './oauth-client-form.tsx'
import { type OtherConnection, readOtherConnections } from './other-connections.server.ts'
import type { ConnectionKind } from './presets.ts'
import { SendingDomain } from './sending-domain.tsx'
import { type Tried, tryConnection, trySaved } from './try-connection.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const returned = readReturned(new URL(request.url).searchParams)
    const refusal = returned && (await finishMailConsent(ctx, returned).then(() => '', sentenceOf))
    if (refusal === '') throw redirect('/admin/connections')
    const [mail, clients, bucket, backup, others] = await Promise.all([
      readConnections(ctx),
      readOauthClients(ctx),
      readBucket(ctx),
      readBackupBucket(ctx),
      readOtherConnections(ctx),
    ])
    return { mail, clients, bucket, backup, others, refusal }
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof AppError && error.code !== 'forbidden') return error.message
  throw error
}

/** Saving and disconnecting, which both take effect at once. */
const changes = <Fields extends z.ZodType, Proof extends z.ZodType>(
  saves: {
    schema: Fields
    run: (ctx: Ctx, fields: z.output<Fields>) => Promise<Tried | void>
    text: string
  },
  removes: { schema: Proof; run: (ctx: Ctx, fields: z.output<Proof>) => Promise<void>; text?: string },
) => ({
  save: form({
    schema: saves.schema,
    run: saves.run,
    toast: (tried): Toast =>
      tried && !tried.works
        ? { title: 'Saved, but it does not work', text: tried.said, tone: 'destructive' }
        : { title: 'Saved', text: tried ? `${saves.text} ${tried.said}` : saves.text },
    rejected: 'Not saved',
  }),
  remove: form({
    schema: removes.schema,
    run: removes.run,
    toast: { title: 'Disconnected', ...(removes.text !== undefined && { text: removes.text }) },
    rejected: 'Not disconnected',
  }),
})

/** What a test answers. */
const told = {
  toast: ({ works, said }: Tried): Toast => ({
    title: works ? 'It works' : 'It does not work',
    text: said,
    ...(!works && { tone: 'destructive' }),
  }),
  rejected: 'Not tried',
}

const signInForm = (kind: ConnectionKind, provider: OauthProvider) =>
  form({
    schema: anyFields,
    run: async (ctx, fields) => ({ consent: await beginMailConsent(ctx, { kind, provider }, fields) }),
    rejected: 'Not signed in',
  })

const formsOf = (kind: ConnectionKind) => ({
  ...changes(
    {
      schema: anyFields,
      async run(ctx, fields) {
        await saveConnection(ctx, kind, fields)
        return trySaved(ctx, kind, fields)
      },
      text: 'It is used from now on.',
    },
    { schema: anyFields, run: (ctx, fields) => removeConnection(ctx, kind, fields) },
  ),
  google: signInForm(kind, 'google'),
  microsoft: signInForm(kind, 'microsoft'),
  test: form({
    schema: anyFields,
    run: (ctx, fields) => tryConnection(ctx, kind, fields),
    ...told,
  }),
})

const proof = z.object({ ownPassword: textField, code: textField })
const clientFields = proof.extend({ clientId: textField, clientSecret: textField, tenant: textField })

const clientFormsOf = (provider: OauthProvider) =>
  changes(
    {
      schema: clientFields,
      run: (ctx, fields) => saveOauthClient(ctx, provider, fields),
      text: 'You can now sign in for mail above, and members can connect their calendar under Bookings.',
    },
    { schema: proof, run: (ctx, fields) => removeOauthClient(ctx, provider, fields) },
  )

const [outgoing, incoming] = [formsOf('outgoing'), formsOf('incoming')]
const bucketForms = changes(
  {
    schema: anyFields,
    run: saveBucket,
    text: 'New files are stored there from now on, and those of this server are moved into it.',
  },
  { schema: anyFields, run: removeBucket, text: 'New files are stored on this server again.' },
)
const backupForms = changes(
  {
    schema: anyFields,
    run: saveBackupBucket,
    text: 'Every change is copied there from now on, unless a variable wins.',
  },
  { schema: anyFields, run: removeBackupBucket, text: 'What was copied stays in the bucket.' },
)
const [google, microsoft] = [clientFormsOf('google'), clientFormsOf('microsoft')]

export const action = formAction({
  'save-outgoing': outgoing.save,
  'test-outgoing': outgoing.test,
  'remove-outgoing': outgoing.remove,
  'google-outgoing': outgoing.google,
  'microsoft-outgoing': outgoing.microsoft,
  'google-incoming': incoming.google,
  'microsoft-incoming': incoming.microsoft,
  'save-incoming': incoming.save,
  'test-incoming': incoming.test,
  'remove-incoming': incoming.remove,
  'save-google': google.save,
  'remove-google': google.remove,
  'save-microsoft': microsoft.save,
  'remove-microsoft': microsoft.remove,
  'save-bucket': bucketForms.save,
  'test-bucket': form({ schema: anyFields, run: tryBucket, ...told }),
  'remove-bucket': bucketForms.remove,
  'save-backup': backupForms.save,
  'test-backup': form({ schema: anyFields, run: tryBackupBucket, ...told }),
  'remove-backup': backupForms.remove,
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
  const { mail, clients, bucket, backup, others, refusal } = loaderData
  const checked = answerTo(actionData, 'check-domain')
  const value = actionData?.value
  const common = {
    mailFrom: mail.mailFrom,
    isFromDemo: mail.isFromDemo,
    asksCode: mail.asksCode,
    answer: actionData,
    clients,
    leadsTo: value && 'consent' in value ? value.consent : null,
  }
  return (
    <AdminPage title="Connections">
      {refusal ? (
        <p role="alert" className="rounded-lg border border-line bg-raised p-4 text-danger">
          {refusal}
        </p>
      ) : null}
      <ConnectionForm
        {...common}
        kind="outgoing"
        title="Outgoing mail"
        badge={<OutgoingBadge mail={mail} />}
        text={outgoingText(mail)}
        stored={mail.outgoing}
      />
      <ConnectionForm
        {...common}
        key={mail.incoming ? 'stored' : `after-${mail.outgoing?.changedAt}`}
        kind="incoming"
        title="Incoming mail"
        badge={<IncomingBadge mail={mail} />}
        text={
          mail.variables.incoming === null
            ? 'Replies to your mails appear with their leads.'
            : `IMAP_URL is set and wins: ${mail.variables.incoming} is read, whatever is saved here.`
        }
        stored={mail.incoming}
        first={mail.outgoing ?? undefined}
      >
        {mail.mailbox ? <MailboxFacts health={mail.mailbox} /> : null}
      </ConnectionForm>
      <SendingDomain
        check={checked?.value && 'check' in checked.value ? checked.value.check : undefined}
        error={checked?.errors['selector']}
      />
      {clients.map((client) => (
        <OauthClientForm key={client.provider} client={client} asksCode={mail.asksCode} answer={actionData} />
      ))}
      <BucketForm bucket={bucket} asksCode={mail.asksCode} answer={actionData} />
      {backup.isEmbedded ? <BackupForm backup={backup} asksCode={mail.asksCode} answer={actionData} /> : null}
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
      <Link to={path} className={buttonClass({ tone: 'outline', size: 'md' })}>
        {label}
      </Link>
    </section>
  )
}
