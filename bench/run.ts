import { measureAnalytics, measureAnalyticsOnPostgres } from './analytics.ts'
import { measureBackup } from './backup.ts'
import { measureBlog } from './blog.ts'
import { measureBookings } from './bookings.ts'
import { measureChatButton } from './chat-button.ts'
import { measureContent } from './content.ts'
import { measureEmbedded } from './embedded.ts'
import { measureImports } from './imports.ts'
import { measureInquiry } from './inquiry.ts'
import { measureKnowledge } from './knowledge.ts'
import { measureKnowledgeAssistants } from './knowledge-assistants.ts'
import { measureKnowledgeStart } from './knowledge-start.ts'
import { measureLanguages } from './languages.ts'
import { measureLeads } from './leads.ts'
import { measureLighthouse } from './lighthouse.ts'
import { describeMachine, lineOf, printTable, type Row } from './measure.ts'
import { measureMetricsCost } from './metrics-cost.ts'
import { measurePageCache } from './page-cache.ts'
import { measurePages } from './pages.ts'
import { measurePageWeight } from './page-weight.ts'
import { measureRelay } from './relay.ts'
import { measureSiteTrial } from './site-trial.ts'
import { measureStart } from './start-time.ts'
import { measureYear } from './year.ts'

/**
 * `npm run bench` measures every figure the product promises; `npm run bench -- lighthouse` measures only that part.
 * Exits with 1 if a target is missed.
 */
const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
  start: measureStart,
  'page-cache': measurePageCache,
  'metrics-cost': measureMetricsCost,
  inquiry: measureInquiry,
  leads: measureLeads,
  bookings: measureBookings,
  blog: measureBlog,
  imports: measureImports,
  pages: measurePages,
  languages: measureLanguages,
  knowledge: measureKnowledge,
  'knowledge-start': measureKnowledgeStart,
  'knowledge-assistants': measureKnowledgeAssistants,
  'page-weight': measurePageWeight,
  'chat-button': measureChatButton,
  relay: measureRelay,
  embedded: measureEmbedded,
  'site-trial': measureSiteTrial,
  lighthouse: measureLighthouse,
  analytics: measureAnalytics,
  'analytics-postgres': measureAnalyticsOnPostgres,
  backup: measureBackup,
  year: measureYear,
  content: measureContent,
}
const wanted = process.argv.slice(2)
const rows: Row[] = []
for (const [name, measure] of Object.entries(parts))
  if (wanted.length === 0 || wanted.includes(name)) {
    // If a part fails, the others are measured all the same.
    const measured = await measure().catch((error: unknown): Row[] => {
      console.error(error)
      return [{ what: `The part ${name}`, measured: 'failed', target: 'a figure', ok: false }]
    })
    // Also print rows immediately, so that an interrupted run does not lose them.
    for (const row of measured) console.error(lineOf(row))
    rows.push(...measured)
  }
printTable(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`, rows)
process.exit(rows.every(({ ok }) => ok) ? 0 : 1)
