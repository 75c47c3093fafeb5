import type { ReactNode } from 'react'

import { Link } from 'react-router'

import { ownNameOf } from '#app/lib/languages.ts'
import { Fact } from '#app/ui/fact.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { LeadDetail } from '../get-lead.server.ts'
import { leadField, type LeadFieldName, leadFieldsForOwner } from '../lead-fields.ts'

type Lead = LeadDetail['lead']

/** Without the name, which is the page's heading, and the message, which has its own section. */
const shown = leadFieldsForOwner.filter((name) => name !== 'name' && name !== 'message')

export function LeadFacts({ lead, legalTexts }: Pick<LeadDetail, 'lead' | 'legalTexts'>) {
  const { timeZone } = useAdminShell()
  const campaign = [lead.utm_source, lead.utm_medium, lead.utm_campaign, lead.utm_term, lead.utm_content]
  const asked = [lead.service, lead.plan].filter(Boolean).join(', ')
  return (
    <section aria-labelledby="facts-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="facts-title" className="sr-only">
        About the sender
      </h2>
      <dl className="grid gap-3 text-sm">
        {shown.map((name) => (
          <Fact key={name} name={leadField(name).heading}>
            {lead[name] ? <FieldValue lead={lead} name={name} /> : null}
          </Fact>
        ))}
        <Fact name="Asked for">{asked}</Fact>
        <Fact name="Received">
          <Time at={lead.created_at} timeZone={timeZone} />
        </Fact>
        <Fact name="Language">{lead.language && ownNameOf(lead.language)}</Fact>
        <Fact name="Assistant">{lead.assistant}</Fact>
        <Fact name="Form">{lead.form}</Fact>
        <Fact name="First page">{lead.first_page}</Fact>
        <Fact name="Sent from">{lead.last_page}</Fact>
        <Fact name="Came from">{lead.referrer}</Fact>
        <Fact name="Campaign">{campaign.filter(Boolean).join(' / ')}</Fact>
        <Fact name="Consent">
          {lead.consent_text} <Time at={lead.consent_at} timeZone={timeZone} />
        </Fact>
        <Fact name="Legal texts agreed to">
          {legalTexts.length === 0
            ? lead.consent_version && `Version ${lead.consent_version}`
            : legalTexts.map(({ id, title }) => (
                <Link key={id} to={`/admin/legal-texts/${id}`} className="mr-3 underline underline-offset-4">
                  {title}, version {id.slice(0, 8)}
                </Link>
              ))}
        </Fact>
      </dl>
    </section>
  )
}

function FieldValue({ lead, name }: { lead: Lead; name: LeadFieldName }) {
  if (name === 'email')
    return <FactLink href={`mailto:${encodeURIComponent(lead.email)}`}>{lead.email}</FactLink>
  if (name === 'phone' && lead.phone_e164)
    return <FactLink href={`tel:${lead.phone_e164}`}>{lead.phone}</FactLink>
  return lead[name]
}

function FactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="underline underline-offset-4">
      {children}
    </a>
  )
}

export function LeadEmails({ emails }: { emails: LeadDetail['emails'] }) {
  if (emails.length === 0) return null
  return (
    <section aria-labelledby="mails-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="mails-title" className="mb-3 text-sm font-medium text-muted">
        Mails
      </h2>
      <ul className="grid gap-3 text-sm">
        {emails.map((email) => (
          <li key={email.id} className="grid gap-1">
            <span className="flex items-start justify-between gap-3">
              <span>{email.template === 'lead-notice' ? 'Notice to you' : 'Receipt to the sender'}</span>
              <Badge tone={emailStateTone[email.state]}>{emailStateNames[email.state]}</Badge>
            </span>
            {email.last_error ? <span className="text-muted">{email.last_error}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
