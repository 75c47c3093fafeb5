import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { readInquirySource } from './inquiry-request.server.ts'
import type { LeadStatus } from './lead-status.ts'
import { leadSearchColumns, leadSearchText } from './lead-search.server.ts'
import { submitInquiry } from './submit-inquiry.server.ts'

type SeedLead = {
  ago: number
  status: LeadStatus
  fields: Record<string, string>
  /** In units of the currency, by the starter's prices; monthly prices count for a year. */
  value?: number
  next?: { step: string; inDays: number }
}

const leads: readonly SeedLead[] = [
  {
    ago: 12 * MINUTE,
    status: 'new',
    value: 5988,
    next: { step: 'Call about the calendar and the two languages', inDays: 0 },
    fields: {
      name: 'Marta Oliveira',
      email: 'marta@clinica-aurora.example',
      company: 'Clínica Aurora',
      country: 'Portugal',
      phone: '+351 21 012 3456',
      service: 'AI Voice Agents',
      message:
        'We miss about a third of our calls after 18:00. Can an agent book into our calendar, in Portuguese and English?',
      first_page: '/?utm_source=google&utm_medium=cpc&utm_campaign=voice-agents',
      last_page: '/services/ai-voice-agents',
      referrer: 'https://www.google.com/',
    },
  },
  {
    ago: 3 * HOUR,
    status: 'new',
    value: 5999,
    next: { step: 'Send the plan with dates before the fair', inDays: 1 },
    fields: {
      name: 'Jonas Weber',
      email: 'weber@nordwerk.example',
      company: 'Nordwerk GmbH',
      country: 'Germany',
      service: 'Website Development',
      plan: 'Professional',
      message:
        'Our site is from 2016 and slow on phones. We would like the Professional plan and need it before the trade fair in March.',
      first_page: '/services/website-development',
      last_page: '/contact',
    },
  },
  {
    ago: 26 * HOUR,
    status: 'contacted',
    value: 4800,
    next: { step: 'Ask for ten sample invoices', inDays: 2 },
    fields: {
      name: 'Priya Raman',
      email: 'priya@ledgerlight.example',
      company: 'Ledgerlight',
      country: 'India',
      service: 'Workflow Automation',
      message:
        'We copy invoices from e-mail into our accounting tool by hand, about 600 a month. What would it cost to automate this?',
      first_page: '/blog',
      last_page: '/services/workflow-automation',
    },
  },
  {
    ago: 3 * DAY,
    status: 'proposal',
    value: 3600,
    next: { step: 'Ask what the school board decided', inDays: 4 },
    fields: {
      name: 'Samuel Osei',
      email: 'samuel@brightpath.example',
      company: 'Brightpath Academy',
      country: 'Ghana',
      service: 'AI Chatbots',
      message:
        'Students ask the same forty questions every term. We have a handbook of 80 pages; can a chatbot answer from it and say where it read it?',
      first_page: '/',
      last_page: '/',
      referrer: 'https://www.linkedin.com/',
    },
  },
  {
    ago: 9 * DAY,
    status: 'won',
    value: 4200,
    next: { step: 'Show the first two films', inDays: 6 },
    fields: {
      name: 'Claire Dubois',
      email: 'claire@atelier-dubois.example',
      company: 'Atelier Dubois',
      country: 'France',
      service: 'AI Video Production',
      message: 'Six short product films for the spring collection, vertical and horizontal.',
      first_page: '/services/ai-video-production',
      last_page: '/contact',
    },
  },
  {
    ago: 16 * DAY,
    status: 'lost',
    fields: {
      name: 'Tom Becker',
      email: 'tom@beckerbikes.example',
      country: 'United States',
      message: 'Do you also repair printers?',
      first_page: '/contact',
      last_page: '/contact',
    },
  },
]

/** Adds demonstration leads, without mails, to an installation that has none. */
export async function seedLeads(ctx: Ctx): Promise<string[]> {
  const known = await ctx.db.selectFrom('lead').select('id').limit(1).executeTakeFirst()
  if (known) return ['There are leads already; none were added.']
  const { publicUrl } = await ctx.site(ctx)
  await withTransaction(ctx, async (ctx) => {
    for (const { ago, status, fields, ...work } of leads) {
      const then: Ctx = {
        ...ctx,
        mail: async () => null,
        limits: false,
        clock: { now: () => ctx.clock.now() - ago },
      }
      const consented = { consent: 'on', ...fields }
      const source = readInquirySource(consented, { publicUrl, referer: null })
      const { leadId } = await submitInquiry(then, { fields: consented, source, clientAddress: 'seed' })
      await seedWork(ctx, { id: leadId, status, ...work })
      await ctx.db.deleteFrom('email').where('about', '=', `lead:${leadId}`).execute()
    }
    await recordChange(ctx, { what: 'demo.seeded', by: { actor: 'command' }, fields: ['leads'] })
  })
  return [`Added ${leads.length} demonstration leads.`]
}

export type SeedWork = Pick<SeedLead, 'status' | 'value' | 'next'> & { id: string }

/** Sets how far a lead has come, its value, and its next step with the due day. */
export async function seedWork(ctx: Ctx, { id, status, value, next }: SeedWork): Promise<void> {
  const { timeZone } = await ctx.site(ctx)
  const lead = await ctx.db
    .selectFrom('lead')
    .select(leadSearchColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const step = next?.step ?? null
  await ctx.db
    .updateTable('lead')
    .set({
      status,
      value_cents: value === undefined ? null : value * 100,
      next_step: step,
      due_on: next ? addDays(dayOf(ctx.clock.now(), timeZone), next.inDays) : null,
      search: leadSearchText({ ...lead, next_step: step }),
    })
    .where('id', '=', id)
    .execute()
}
