import { Form } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FilterForm, SearchField } from '#app/ui/filter-form.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { statusNames, statusTone } from '../lead-status.ts'

import type { PossibleLeads } from './list-unfiled.server.ts'

type Lead = PossibleLeads['proposed'][number]

/** Leads with the sender's address are suggested but never chosen automatically, because anybody can forge a sender. */
export function FileWithLead({ leads: { proposed, found }, q }: { leads: PossibleLeads; q: string }) {
  return (
    <section aria-labelledby="file-title" className="grid gap-4 rounded-lg border border-line bg-raised p-5">
      <h2 id="file-title" className="text-sm font-medium text-muted">
        File with a lead
      </h2>
      {proposed.length > 0 ? <LeadList name="Leads of this address" leads={proposed} /> : null}
      <FilterForm label="Leads" className="grid">
        <SearchField label="Search leads" placeholder="Name or address" value={q} />
      </FilterForm>
      {found.length > 0 ? <LeadList name="Leads found" leads={found} /> : null}
      {q !== '' && found.length === 0 ? <p className="text-sm text-muted">No other lead was found.</p> : null}
    </section>
  )
}

function LeadList({ name, leads }: { name: string; leads: readonly Lead[] }) {
  const { timeZone, now } = useAdminShell()
  return (
    <ul aria-label={name} className="grid gap-2 text-sm">
      {leads.map((lead) => (
        <li key={lead.id} className="flex items-start gap-3 rounded-md border border-line p-3">
          <span className="grid min-w-0 flex-1 gap-1">
            <bdi className="font-medium wrap-anywhere">{lead.name}</bdi>
            <bdi className="text-muted wrap-anywhere">{lead.company ?? lead.email}</bdi>
            <span className="flex flex-wrap items-center gap-2 text-muted">
              <Badge tone={statusTone[lead.status]}>{statusNames[lead.status]}</Badge>
              <Time at={lead.created_at} timeZone={timeZone} now={now} />
            </span>
          </span>
          <Form method="post">
            <FormFields>
              <input type="hidden" name="lead" value={lead.id} />
              <Button
                type="submit"
                name="intent"
                value="file"
                tone="outline"
                size="sm"
                aria-label={`File with ${lead.name}`}
              >
                File
              </Button>
            </FormFields>
          </Form>
        </li>
      ))}
    </ul>
  )
}
