import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { ShownOauthClient } from './change-oauth-client.server.ts'
import { OauthClientSteps } from './oauth-client-steps.tsx'
import { ownAnswer, ProvenForm } from './proven-form.tsx'
import { Copied } from './sending-domain.tsx'

type OauthClientFormProps = { client: ShownOauthClient; asksCode: boolean; answer: FormAnswer | undefined }

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
      text={`Register it once at ${label}: then you sign in for mail without a password, and members connect their own calendar under Bookings.`}
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
          <details className="text-sm sm:col-span-2">
            <summary className="w-fit cursor-pointer font-medium">How to register a client</summary>
            <OauthClientSteps provider={provider} />
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
