import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const line = z.object({ name: z.string(), value: z.string() })

const props = z.object({
  from: z.string(),
  to: z.string(),
  /** Each with its change since the week before, such as `120 (+12%)`. */
  totals: z.array(line),
  services: z.array(line),
  pages: z.array(line),
})

type Props = z.infer<typeof props>

export const weeklySummaryEmail = defineEmail<Props>({
  name: 'weekly-summary',
  props,
  subject: ({ totals }, { siteName }) => {
    const [first, ...rest] = totals.map(({ name, value }) => `${value.split(' ')[0]} ${name.toLowerCase()}`)
    return `${siteName}, last week: ${[first, rest.at(1)].filter(Boolean).join(', ')}`
  },
  Body: WeeklySummary,
})

function WeeklySummary({ site, from, to, totals, services, pages }: Props & { site: EmailSite }) {
  return (
    <EmailLayout
      preview={totals.map(({ name, value }) => `${name} ${value}`).join(', ')}
      heading="How last week went"
      site={site}
    >
      <EmailText>
        {from} to {to}, with the change against the week before.
      </EmailText>
      {totals.map(({ name, value }) => (
        <EmailField key={name} label={name}>
          {value}
        </EmailField>
      ))}
      <List title="Services asked for" rows={services} />
      <List title="Pages most read" rows={pages} />
      <EmailText>{`All figures: ${site.publicUrl}/admin/analytics?range=custom&from=${from}&to=${to}`}</EmailText>
    </EmailLayout>
  )
}

function List({ title, rows }: { title: string; rows: Props['pages'] }) {
  if (rows.length === 0) return null
  return (
    <EmailField label={title}>{rows.map(({ name, value }) => `${name}: ${value}`).join('\n')}</EmailField>
  )
}
