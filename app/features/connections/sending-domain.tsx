import { Form, useNavigation } from 'react-router'

import type { Finding } from '#app/platform/email/sending-domain/finding.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import type { DomainCheck } from './check-sending-domain.server.ts'

type SendingDomainProps = { check: DomainCheck | undefined; error: string | undefined }

/** Shows the SPF, DKIM and DMARC records that the sender's domain has, and the records that should be added. */
export function SendingDomain({ check, error }: SendingDomainProps) {
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('intent') === 'check-domain'
  return (
    <Form
      method="post"
      aria-label="Sending domain"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6"
    >
      <FormFields>
        <div>
          <h2 className="text-lg font-semibold">Sending domain</h2>
          <p className="mt-1 text-sm text-secondary">
            Checks whether the domain of your address is set up so that your mails do not land in spam (SPF,
            DKIM and DMARC).
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            id="selector"
            name="selector"
            label="DKIM selector"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={62}
            placeholder="Usual ones"
            error={error}
            className="w-48"
          />
          <Button type="submit" name="intent" value="check-domain" tone="outline">
            {isBusy ? <Spinner /> : null}
            Check the domain
          </Button>
        </div>
        <div aria-live="polite" aria-busy={isBusy} className="empty:hidden">
          {check ? (
            <section aria-label={`Findings for ${check.domain}`} className="grid gap-4">
              <h3 className="text-sm font-medium">
                Mail from <bdi>{check.domain}</bdi>
              </h3>
              <ul className="grid gap-4">
                {check.findings.map((finding) => (
                  <FindingItem key={finding.about} finding={finding} />
                ))}
              </ul>
            </section>
          ) : null}
        </div>
      </FormFields>
    </Form>
  )
}

const stateNames = { good: 'In order', warning: 'To improve', bad: 'To fix', unknown: 'Not known' } as const
const stateTones = { good: 'success', warning: 'warning', bad: 'danger', unknown: 'plain' } as const

function FindingItem({ finding: { about, state, sentences, found, record } }: { finding: Finding }) {
  return (
    <li className="grid gap-2 rounded-md border border-line p-4 text-sm">
      <p className="flex items-center gap-2.5 font-medium">
        {about} <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence} className="text-secondary">
          {sentence}
        </p>
      ))}
      <dl className="grid gap-1 empty:hidden">
        {found === null ? null : <Copied name="Found" text={found} isCopied={false} />}
        {record === null ? null : (
          <>
            <Copied name="Name of the TXT record" text={record.name} />
            <Copied name="Its value" text={record.value} />
          </>
        )}
      </dl>
    </li>
  )
}

export function Copied({ name, text, isCopied = true }: { name: string; text: string; isCopied?: boolean }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-3">
        <code dir="ltr" className="break-all select-all">
          {text}
        </code>
        {isCopied ? <CopyButton text={text} /> : null}
      </dd>
    </div>
  )
}
