import { z } from 'zod'

import { fill, fillCount } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineEmail, type EmailSite, wordedFor } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

import { stopUrlOf } from './client-addresses.server.ts'
import { findLink, hasEnded, urlOfLink } from './client-link.server.ts'
import { clientsTexts } from './messages.ts'
import { readClientQuestions } from './read-client-view.server.ts'

const MOST_QUESTIONS = 5
const LONGEST_QUESTION = 300

const figures = z.object({
  conversations: z.number(),
  replies: z.number(),
  helpful: z.number(),
  unhelpful: z.number(),
  inquiries: z.number(),
})

const props = z.object({
  assistantId: z.string(),
  addressId: z.string(),
  name: z.string(),
  /** Days, both inclusive. */
  from: z.string(),
  to: z.string(),
  now: figures,
  before: figures,
  /** What is read when the mail is sent, so that neither a key nor the words of visitors are stored with it. */
  sent: z.object({ url: z.string(), stopUrl: z.string(), questions: z.array(z.string()) }).nullable(),
})

type Props = z.infer<typeof props>

/** Whoever gets it sees no more than the page of the link shows. */
export const clientWeekEmail = defineEmail<Props, Ctx>({
  name: 'client-week',
  props,
  isWorded: true,
  subject: ({ name, now }, site) =>
    fillCount(wordedFor(site, clientsTexts).mail.subject, now.conversations, { locale: site.language, name }),
  async complete(ctx, stored) {
    const { assistantId, addressId } = stored
    const link = await findLink(ctx, assistantId)
    const address = await ctx.db
      .selectFrom('client_address')
      .select('id')
      .where('id', '=', addressId)
      .where('stopped_at', 'is', null)
      .executeTakeFirst()
    if (!link || hasEnded(ctx, link) || !address) return null
    const questions = await readClientQuestions(ctx, assistantId, { link, limit: MOST_QUESTIONS })
    const sent = {
      url: await urlOfLink(ctx, assistantId, link),
      stopUrl: await stopUrlOf(ctx, assistantId, addressId),
      questions: questions.map(({ text }) => text.replaceAll(/\s+/g, ' ').slice(0, LONGEST_QUESTION)),
    }
    return { ...stored, sent }
  },
  unsubscribeUrl: ({ sent }) => sent?.stopUrl ?? null,
  Body: ClientWeek,
})

function ClientWeek({ site, name, from, to, now, before, sent }: Props & { site: EmailSite }) {
  const { page, mail, stop } = wordedFor(site, clientsTexts)
  const count = new Intl.NumberFormat(site.language)
  const both = (one: number, other: number) => `${count.format(one)} (${count.format(other)})`
  const rated = ({ helpful, unhelpful }: Props['now']) =>
    fill(page.ofRated, { helpful: count.format(helpful), rated: count.format(helpful + unhelpful) })
  const [isRated, wasRated] = [now, before].map(({ helpful, unhelpful }) => helpful + unhelpful > 0)
  const ratings = wasRated ? `${rated(now)} (${rated(before)})` : rated(now)
  const conversations = both(now.conversations, before.conversations)
  return (
    <EmailLayout
      preview={`${page.conversations}: ${conversations}`}
      heading={fill(mail.heading, { name })}
      site={site}
    >
      <EmailText>{fill(mail.week, { week: weekText(from, to, site.language) })}</EmailText>
      <EmailField label={page.conversations}>{conversations}</EmailField>
      <EmailField label={page.inquiries}>{both(now.inquiries, before.inquiries)}</EmailField>
      {isRated || wasRated ? <EmailField label={page.helpful}>{ratings}</EmailField> : null}
      {sent && sent.questions.length > 0 ? (
        <EmailField label={page.questions}>{sent.questions.map(isolated).join('\n')}</EmailField>
      ) : null}
      {sent ? <EmailButton href={sent.url}>{mail.open}</EmailButton> : null}
      <EmailText>{fill(mail.why, { siteName: site.siteName })}</EmailText>
      {sent ? (
        <EmailText>
          <a href={sent.stopUrl}>{stop.confirm}</a>
        </EmailText>
      ) : null}
    </EmailLayout>
  )
}

function weekText(from: string, to: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`))
}

/** Wraps a question in Unicode's isolates, so that a right-to-left question is shown right in a left-to-right mail. */
function isolated(question: string): string {
  return `\u2068${question}\u2069`
}
