import { Form } from 'react-router'

import type { Finding } from '#app/platform/email/sending-domain/finding.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import type { MailTest } from './mail-forms.server.ts'

type MailServerFormProps = {
  canSend: boolean
  isBusy: boolean
  tested: MailTest | undefined
  error: string | undefined
}

/** Tests the mail server, and shows whether receivers can authenticate the sender. */
export function MailServerForm({ canSend, isBusy, tested, error }: MailServerFormProps) {
  return (
    <Form
      method="post"
      aria-label="Mail server"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6"
    >
      <FormFields>
        <div>
          <h2 className="font-semibold">Mail server</h2>
          <p className="mt-1 text-sm text-secondary">
            {canSend
              ? 'SMTP_URL is set. A test mail goes to your own address. The domain that mails are sent from is checked for SPF, DKIM and DMARC.'
              : 'SMTP_URL is not set: mails are held in the outbox. You can still check the domain that mails are sent from.'}
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
          <Button type="submit" name="intent" value="test-mail" tone="outline" disabled={!canSend}>
            Send test mail
          </Button>
          <Button type="submit" name="intent" value="check-domain" tone="outline">
            Check the domain
          </Button>
        </div>
        <div aria-live="polite" aria-busy={isBusy} className="empty:hidden">
          {tested?.fault ? <p className="text-sm text-secondary">{tested.fault}</p> : null}
          {tested?.check ? (
            <section aria-label={`Findings for ${tested.check.domain}`} className="grid gap-4">
              <h3 className="text-sm font-medium">
                Mail from <bdi>{tested.check.domain}</bdi>
              </h3>
              <ul className="grid gap-4">
                {tested.check.findings.map((finding) => (
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
        {found === null ? null : <Shown name="Found" text={found} />}
        {record === null ? null : (
          <>
            <Shown name="Name of the TXT record" text={record.name} />
            <Shown name="Its value" text={record.value} />
          </>
        )}
      </dl>
    </li>
  )
}

function Shown({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>
        <code dir="ltr" className="break-all select-all">
          {text}
        </code>
      </dd>
    </div>
  )
}
