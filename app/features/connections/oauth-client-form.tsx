import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { ShownOauthClient } from './change-oauth-client.server.ts'
import { ownAnswer, ProvenForm } from './proven-form.tsx'
import { Copied } from './sending-domain.tsx'

type OauthClientFormProps = { client: ShownOauthClient; asksCode: boolean; answer: FormAnswer | undefined }

const steps = {
  google: [
    'Open console.cloud.google.com and create a project. Under “APIs & Services”, enable the Google Calendar API for calendars and the Gmail API for mail.',
    'Under “Google Auth Platform”, enter the name of your business. Choose “Internal” if your team uses Google Workspace: with “External”, Google reviews the app before others may use it for mail, and ends the access of a test after seven days.',
    'Under “Data Access”, add the scopes below.',
    'Under “Clients”, create a client of the type “Web application” with the redirect address below.',
    'Copy the client’s ID and secret into this form, and save it.',
  ],
  microsoft: [
    'Open entra.microsoft.com and, under “App registrations”, choose “New registration”.',
    'Choose who may use it, and enter the redirect address below for the platform “Web”.',
    'Under “API permissions”, add the permissions below: Microsoft Graph, delegated. If your directory asks for it, let an administrator grant consent.',
    'For mail, an administrator also has to allow “Authenticated SMTP” and IMAP for the mailbox, under its mail apps in admin.microsoft.com.',
    'Under “Certificates & secrets”, create a client secret. Copy its value, the application’s ID and the directory’s ID into this form, and save it.',
  ],
} as const

/** Registers the client with which the owner connects mail, and members their calendars. */
export function OauthClientForm({ client, asksCode, answer }: OauthClientFormProps) {
  const { provider, label, redirectUri, scopes, stored } = client
  const errors = ownAnswer(answer, provider)?.errors
  const control = (name: 'clientId' | 'clientSecret' | 'tenant') => ({
    id: `${provider}-${name}`,
    name,
    error: errors?.[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 500,
  })
  return (
    <ProvenForm
      kind={provider}
      title={`${label} client`}
      badge={stored ? <Badge tone="success">Connected</Badge> : <Badge>Not connected</Badge>}
      text="With it, you sign in for mail above, and members connect their own calendar under Bookings."
      stored={stored}
      asksCode={asksCode}
      isTested={false}
      answer={answer}
      fields={
        <>
          <TextField {...control('clientId')} label="Client ID" defaultValue={stored?.clientId} />
          <TextField
            {...control('clientSecret')}
            label="Client secret"
            type="text"
            data-masked
            placeholder={stored ? 'Stored' : undefined}
            hint={stored ? 'Leave it empty to keep the stored one.' : undefined}
          />
          {provider === 'microsoft' ? (
            <TextField
              {...control('tenant')}
              label="Directory (tenant) ID"
              placeholder="common"
              defaultValue={stored?.tenant}
              className="sm:col-span-2"
            />
          ) : null}
          <details className="text-sm sm:col-span-2" open={stored === null}>
            <summary className="w-fit cursor-pointer font-medium">How to register a client</summary>
            <ol className="mt-2 grid list-decimal gap-1 ps-5 text-secondary">
              {steps[provider].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <dl className="mt-4 grid gap-3">
              <Copied name="Redirect address" text={redirectUri} />
              <Copied name={provider === 'google' ? 'Scopes' : 'Permissions'} text={scopes} />
            </dl>
          </details>
        </>
      }
    />
  )
}
