import { useEffect, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { ShownConnections } from './change-connections.server.ts'
import type { ShownOauthClient } from './change-oauth-client.server.ts'
import { type ConnectionKind, mailServices, OTHER, placeOf, servicesFor } from './presets.ts'
import { controlOf, ownAnswer, ProvenForm, type ProvenFormProps } from './proven-form.tsx'

type ConnectionFormProps = Omit<ProvenFormProps, 'kind' | 'stored' | 'fields' | 'isTested' | 'buttons'> & {
  kind: ConnectionKind
  stored: ShownConnections[ConnectionKind]
  /** What the form begins with while nothing is stored. */
  first?: { service: string; user: string } | undefined
  mailFrom: string
  /** True while mails are still sent from the demo brand's address. */
  isFromDemo: boolean
  clients: readonly ShownOauthClient[]
  /** The provider's page that asks for consent, once the owner has pressed its button. */
  leadsTo: string | null
}

/** Connects outgoing or incoming mail. */
export function ConnectionForm({
  mailFrom,
  isFromDemo,
  clients,
  leadsTo,
  first,
  ...props
}: ConnectionFormProps) {
  const { kind, stored } = props
  const own = ownAnswer(props.answer, kind)
  const errors = own?.errors ?? {}
  const consent = own ? leadsTo : null
  useEffect(() => {
    if (consent !== null) location.assign(consent)
  }, [consent])
  const registered = clients.filter((client) => client.stored !== null)
  const fields = { kind, mailFrom, isFromDemo, errors }
  return (
    <ProvenForm
      {...props}
      isTested
      fields={
        stored?.oauth ? (
          <AccountFields {...fields} stored={stored} />
        ) : (
          <ServerFields {...fields} stored={stored} first={first} hasClient={registered.length > 0} />
        )
      }
      buttons={
        <>
          {registered.map(({ provider, label }) => (
            <Button key={provider} type="submit" name="intent" value={`${provider}-${kind}`} tone="outline">
              Sign in with {label}
            </Button>
          ))}
          {consent === null ? null : (
            <a href={consent} className="self-center underline">
              Continue to sign in
            </a>
          )}
        </>
      }
    />
  )
}

type MailFieldsProps = Pick<ConnectionFormProps, 'kind' | 'stored' | 'mailFrom' | 'isFromDemo'> & {
  errors: Readonly<Record<string, string>>
}

/** The fields of a connection that signs in with a provider. */
function AccountFields(props: MailFieldsProps & { stored: NonNullable<MailFieldsProps['stored']> }) {
  const { oauth, user, host, isUnreadable } = props.stored
  const label = mailServices.find(({ id }) => id === oauth)?.label
  return (
    <>
      <p className="text-sm sm:col-span-2">
        {isUnreadable ? (
          'The stored access cannot be read with this APP_SECRET. Please sign in again.'
        ) : (
          <>
            Signed in with {label} as <bdi className="font-medium">{user}</bdi>, on {host}. To use a password
            or another service, disconnect it first.
            {oauth === 'microsoft'
              ? ' Disconnecting deletes the access here; to withdraw it at Microsoft too, remove this application at myapps.microsoft.com.'
              : ' Disconnecting withdraws the access at Google too.'}
          </>
        )}
      </p>
      <SenderOrFolder {...props} />
    </>
  )
}

const serverHints = {
  outgoing: 'Your mail provider names it as SMTP server or outgoing server.',
  incoming: 'Your mail provider names it as IMAP server or incoming server.',
}

type ServerFieldsProps = MailFieldsProps & Pick<ConnectionFormProps, 'first'> & { hasClient: boolean }

function ServerFields({ hasClient, first, ...props }: ServerFieldsProps) {
  const { kind, stored } = props
  const begun = servicesFor(kind).find(({ id }) => id === first?.service)?.id ?? OTHER
  const [service, setService] = useState(stored?.service ?? begun)
  const server = stored ?? placeOf(kind, service)
  const control = controlOf(kind, props.errors)
  const isProvider = service === 'google' || service === 'microsoft'
  const hint = mailServices.find(({ id }) => id === service)?.hint

  function choose(id: string, form: HTMLFormElement | null): void {
    setService(id)
    const place = placeOf(kind, id)
    if (!form || !place) return
    for (const [name, value] of Object.entries(place)) {
      const field = form.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = String(value)
    }
  }

  return (
    <>
      <Field
        id={`${kind}-service`}
        label="Service"
        hint={
          isProvider && !hasClient ? `${hint} To sign in without a password, register a client below.` : hint
        }
        className="sm:col-span-2"
      >
        <Select
          {...fieldControl(`${kind}-service`, undefined, 'hint')}
          name="service"
          defaultValue={service}
          onChange={({ currentTarget: { value, form } }) => choose(value, form)}
        >
          {servicesFor(kind).map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          <option value={OTHER}>Other</option>
        </Select>
      </Field>
      <TextField
        {...control('host')}
        label="Host"
        maxLength={253}
        defaultValue={server?.host}
        hint={service === OTHER ? serverHints[kind] : undefined}
      />
      <TextField
        {...control('port')}
        label="Port"
        inputMode="numeric"
        maxLength={5}
        placeholder={kind === 'outgoing' ? '587' : '993'}
        defaultValue={server?.port}
        hint="You can leave it empty."
      />
      <TextField
        {...control('user')}
        label="User"
        maxLength={320}
        defaultValue={stored?.user ?? first?.user}
        hint={service === OTHER ? 'Mostly your whole e-mail address.' : undefined}
      />
      <TextField
        {...control('password')}
        label="Password"
        type="text"
        data-masked
        maxLength={1000}
        placeholder={stored?.hasPassword ? 'Stored' : undefined}
        hint={
          stored?.isUnreadable
            ? 'The stored one cannot be read with this APP_SECRET. Please enter it again.'
            : stored?.hasPassword
              ? 'Leave it empty to keep the stored one.'
              : 'Stored encrypted, and never shown again.'
        }
      />
      <SenderOrFolder {...props} />
    </>
  )
}

function SenderOrFolder({ kind, stored, mailFrom, isFromDemo, errors }: MailFieldsProps) {
  const control = controlOf(kind, errors)
  const wins = stored && stored.sender !== '' && stored.sender !== mailFrom
  return kind === 'outgoing' ? (
    <TextField
      {...control('sender')}
      label="From"
      maxLength={320}
      placeholder="Name <office@agency.example>"
      defaultValue={stored?.sender}
      hint={
        wins
          ? `MAIL_FROM is set and wins: mails are sent from ${mailFrom}.`
          : isFromDemo
            ? 'If empty, mails are sent from the user above.'
            : `Mails are sent from ${mailFrom}.`
      }
      className="sm:col-span-2"
    />
  ) : (
    <TextField
      {...control('folder')}
      label="Folder"
      maxLength={200}
      defaultValue={stored?.folder ?? 'INBOX'}
      className="sm:col-span-2"
    />
  )
}
