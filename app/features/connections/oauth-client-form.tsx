import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/field.tsx'

import { ownAnswer, ProvenForm } from './connection-form.tsx'
import { CopyButton } from './sending-domain.tsx'
import type { ShownOauthClient } from './change-oauth-client.server.ts'

type OauthClientFormProps = { client: ShownOauthClient; asksCode: boolean; answer: FormAnswer | undefined }

const steps = {
  google: [
    'Open console.cloud.google.com, create a project, and enable the Google Calendar API in it.',
    'Under “Google Auth Platform”, enter the name of your business and choose “Internal” if your team uses Google Workspace.',
    'Under Clients, create a client of the type “Web application” with this redirect address.',
    'Copy the client’s ID and secret into this form.',
  ],
  microsoft: [
    'Open entra.microsoft.com and, under App registrations, choose “New registration”.',
    'Choose who may use it, and enter this redirect address for the platform “Web”.',
    'Under API permissions, add the delegated permissions Calendars.ReadWrite, User.Read and offline_access of Microsoft Graph.',
    'Under “Certificates & secrets”, create a client secret, and copy its value, the application’s ID and the directory’s ID into this form.',
  ],
} as const

/** Registers the client with which members connect their calendars. */
export function OauthClientForm({ client, asksCode, answer }: OauthClientFormProps) {
  const { provider, label, redirectUri, stored } = client
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
      title={`${label} calendars`}
      badge={stored ? <Badge tone="success">Connected</Badge> : <Badge>Not connected</Badge>}
      text="Members connect their own calendar under Bookings; it is asked when a time is booked, and takes the meetings."
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
          <div className="grid gap-1.5 text-sm sm:col-span-2">
            <span className="font-medium text-secondary">Redirect address</span>
            <span className="flex flex-wrap items-center gap-3">
              <code dir="ltr" className="break-all select-all">
                {redirectUri}
              </code>
              <CopyButton text={redirectUri} />
            </span>
          </div>
          <details className="text-sm sm:col-span-2">
            <summary className="w-fit cursor-pointer font-medium">How to register a client</summary>
            <ol className="mt-2 grid list-decimal gap-1 ps-5 text-secondary">
              {steps[provider].map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
        </>
      }
    />
  )
}
