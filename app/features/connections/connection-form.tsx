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
  mailFrom: string
  clients: readonly ShownOauthClient[]
  /** The provider's page that asks for consent, once the owner has pressed its button. */
  leadsTo: string | null
}

/** Connects outgoing or incoming mail. */
export function ConnectionForm({ mailFrom, clients, leadsTo, ...props }: ConnectionFormProps) {
  const { kind, stored } = props
  const own = ownAnswer(props.answer, kind)
  const errors = own?.errors ?? {}
  const consent = own ? leadsTo : null
  useEffect(() => {
    if (consent !== null) location.assign(consent)
  }, [consent])
  const registered = clients.filter((client) => client.stored !== null)
  const fields = { kind, mailFrom, errors }
  return (
    <ProvenForm
      {...props}
      isTested
      fields={
        stored?.oauth ? (
          <AccountFields {...fields} stored={stored} />
        ) : (
          <ServerFields {...fields} stored={stored} hasClient={registered.length > 0} />
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

type MailFieldsProps = Pick<ConnectionFormProps, 'kind' | 'stored' | 'mailFrom'> & {
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

function ServerFields({ hasClient, ...props }: MailFieldsProps & { hasClient: boolean }) {
  const { kind, stored } = props
  const [service, setService] = useState(stored?.service ?? OTHER)
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
      <TextField {...control('host')} label="Host" maxLength={253} defaultValue={stored?.host} />
      <TextField
        {...control('port')}
        label="Port"
        inputMode="numeric"
        maxLength={5}
        defaultValue={stored?.port}
      />
      <TextField {...control('user')} label="User" maxLength={320} defaultValue={stored?.user} />
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

function SenderOrFolder({ kind, stored, mailFrom, errors }: MailFieldsProps) {
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
