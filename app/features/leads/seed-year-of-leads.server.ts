import { SEEDED_DAYS, createSeededRandom, type SeededRandom } from '#app/lib/seeded-random.ts'
import { DAY, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { readInquirySource } from './inquiry-request.server.ts'
import type { LeadStatus } from './lead-status.ts'
import { seedWork } from './seed-leads.server.ts'
import { submitInquiry } from './submit-inquiry.server.ts'

const PEOPLE = 3000
const MAILS = 5000
const AT_ONCE = 50

const firstNames = [
  'Marta',
  'Jonas',
  'Priya',
  'Samuel',
  'Claire',
  'Tom',
  'Aiko',
  'Lucía',
  'Omar',
  'Ingrid',
  'Mateo',
  'Zofia',
  'Noah',
  'Amara',
  'Elif',
  'Viktor',
  'Hannah',
  'Kofi',
  'Sofia',
  'Daniel',
] as const
const lastNames = [
  'Oliveira',
  'Weber',
  'Raman',
  'Osei',
  'Dubois',
  'Becker',
  'Tanaka',
  'García',
  'Haddad',
  'Larsen',
  'Rossi',
  'Nowak',
  'Smith',
  'Okafor',
  'Yılmaz',
  'Petrov',
  'Cohen',
  'Mensah',
  'Costa',
  'Brown',
  'Novák',
  'Murphy',
  'Singh',
  'Andersson',
  'Keller',
] as const
const trades = [
  'Dental',
  'Logistics',
  'Bakery',
  'Studio',
  'Legal',
  'Academy',
  'Clinic',
  'Motors',
  'Garden',
  'Foods',
] as const
/** Services, each with the possible values of an order by the starter's prices. */
const services = [
  ['AI Voice Agents', [3588, 5988, 7188, 11_988]],
  ['Website Development', [2999, 5999, 12_999]],
  ['Workflow Automation', [2400, 4800, 7500]],
  ['AI Chatbots', [1900, 3600, 5400]],
  ['AI Video Production', [1800, 4200]],
  ['SEO Optimisation', [1200, 2400, 4800]],
] as const satisfies readonly (readonly [string, readonly number[]])[]
const nextSteps = [
  'Call back',
  'Send the proposal',
  'Ask for examples',
  'Answer the questions about data',
  'Ask whether the offer suits',
] as const
const countries = [
  'Germany',
  'United States',
  'Portugal',
  'India',
  'France',
  'United Kingdom',
  'Ghana',
  'Spain',
] as const
const wants = [
  'We miss about a third of our calls after closing time. Can an agent book into our calendar?',
  'Our site is slow on phones and from another decade. What would a new one cost, and how long does it take?',
  'We copy invoices from e-mail into our accounting tool by hand, some hundred a month. Can that be automated?',
  'Customers ask the same forty questions again and again. Can a chatbot answer from our handbook and cite it?',
  'We need six short product films for the spring collection, vertical and horizontal.',
  'We are hard to find for what we do best. Could you look at our pages and say what you would change first?',
] as const
const hopes = [
  'Could we talk next week?',
  'Our budget is fixed until the end of the quarter.',
  'A colleague recommended you.',
  'We would like to start small.',
  'Please write, we are hard to reach by phone.',
] as const
const firstPages = [
  '/',
  '/services/ai-voice-agents',
  '/services/ai-chatbots',
  '/services',
  '/blog',
  '/?utm_source=google&utm_medium=cpc&utm_campaign=voice-agents',
  '/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn',
  '/?utm_source=chatgpt.com',
] as const
const referrers = [
  'https://www.google.com/',
  'https://www.linkedin.com/',
  'https://chatgpt.com/',
  'https://www.perplexity.ai/',
  'https://www.bing.com/',
  '',
] as const
const statuses: readonly (readonly [LeadStatus, number])[] = [
  ['contacted', 34],
  ['proposal', 14],
  ['won', 20],
  ['lost', 32],
]

/** Adds 3,000 people who wrote within the year before `until`, by `submitInquiry`, and the 5,000 mails about them. */
export async function seedYearOfLeads(ctx: Ctx, until: number): Promise<string> {
  const random = createSeededRandom(17)
  for (let first = 0; first < PEOPLE; first += AT_ONCE)
    await withTransaction(ctx, async (ctx) => {
      for (let n = first; n < first + AT_ONCE; n += 1) await seedLead(ctx, { n, until, random })
    })
  const surplus = await ctx.db
    .selectFrom('email')
    .select('id')
    .orderBy('created_at')
    .orderBy('template')
    .limit(100_000)
    .offset(MAILS)
    .execute()
  for (const { id } of surplus) await ctx.db.deleteFrom('email').where('id', '=', id).execute()
  await ctx.db
    .updateTable('email')
    .set((set) => ({ state: 'sent' as const, attempts: 1, sent_at: set('created_at', '+', 4 * SECOND) }))
    .execute()
  return `Added ${PEOPLE} people and ${MAILS} mails.`
}

type Seeding = { n: number; until: number; random: SeededRandom }

async function seedLead(ctx: Ctx, { n, until, random }: Seeding): Promise<void> {
  const at = until - Math.floor(((PEOPLE - n) / PEOPLE) * SEEDED_DAYS * DAY) - random.below(DAY / 4)
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const company = `${last} ${random.pick(trades)}`
  const country = random.pick(countries)
  const [service, worth] = random.next() < 0.7 ? random.pick<(typeof services)[number]>(services) : []
  const fields = {
    consent: 'on',
    name: `${first} ${last}`,
    email: `${first}.${last}.${n}@example.com`
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^\w.@]/g, ''),
    company,
    country,
    ...(service && { service }),
    message: `${random.pick(wants)} ${random.pick(hopes)} This is request ${n + 1} of ${company}.`,
    first_page: random.pick(firstPages),
    last_page: random.next() < 0.6 ? '/contact' : '/services/ai-chatbots',
    referrer: random.pick(referrers),
  }
  const then: Ctx = { ...ctx, mail: async () => null, limits: false, clock: { now: () => at } }
  const { publicUrl } = await ctx.site(ctx)
  const source = readInquirySource(fields, { publicUrl, referer: null })
  const { leadId } = await submitInquiry(then, { fields, source, clientAddress: 'seed' })
  const isOld = until - at > 10 * DAY || random.next() < 0.4
  const status = isOld ? random.weigh(statuses) : 'new'
  const isAhead = status !== 'won' && status !== 'lost' && until - at < 14 * DAY
  const step = nextSteps[n % nextSteps.length]
  await seedWork(
    { ...ctx, clock: { now: () => until } },
    {
      id: leadId,
      status,
      ...(worth && { value: worth[n % worth.length] }),
      ...(isAhead && step && { next: { step, inDays: (n % 10) - 1 } }),
    },
  )
}
