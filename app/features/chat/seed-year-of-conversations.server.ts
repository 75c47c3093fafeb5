import { createHash } from 'node:crypto'

import { foldForSearch } from '#app/lib/readable-text.ts'
import { SEEDED_DAYS, createSeededRandom } from '#app/lib/seeded-random.ts'
import { DAY, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { emptyMessage } from './replies/stored-messages.server.ts'

const CONVERSATIONS = 2000
const AT_ONCE = 50

const questions = [
  'What do you charge for a chatbot?',
  'How long does a website take?',
  'Can a voice agent speak Portuguese and English?',
  'Do you work with small shops as well?',
  'Where are your servers?',
  'Can you connect it to our calendar?',
  'Who owns the videos afterwards?',
  'What happens if the assistant does not know something?',
] as const
const answers = [
  'That depends on what it should know. Projects start with a free consultation in which we look at your texts.',
  'Most sites go live within four to six weeks; a page or two can be ready sooner.',
  'Yes. It speaks the languages that you choose and hands over to a person when asked.',
  'Yes, many of our customers have fewer than ten employees.',
  'It says so, and offers to leave a message for our team.',
] as const
const pages = [
  '/',
  '/services',
  '/services/ai-chatbots',
  '/services/ai-voice-agents',
  '/contact',
  '/blog',
] as const

/** 2,000 conversations within the year before `until`. */
export async function seedYearOfConversations(ctx: Ctx, until: number): Promise<string> {
  const random = createSeededRandom(23)
  for (let first = 0; first < CONVERSATIONS; first += AT_ONCE)
    await withTransaction(ctx, async (ctx) => {
      for (let n = first; n < first + AT_ONCE; n += 1) {
        const at =
          until -
          Math.floor(((CONVERSATIONS - n) / CONVERSATIONS) * SEEDED_DAYS * DAY) -
          random.below(DAY / 4)
        const turns = 1 + random.below(5)
        const [id, page] = [newId(), random.pick(pages)]
        const texts = Array.from(
          { length: turns },
          () => [random.pick(questions), random.pick(answers)] as const,
        )
        await ctx.db
          .insertInto('conversation')
          .values({
            id,
            created_at: at,
            updated_at: at + turns * MINUTE,
            token_hash: createHash('sha256').update(id).digest('hex'),
            page,
            speaker: 'assistant',
            turns,
            marked: 0,
          })
          .execute()
        const messages = texts.flatMap((pair, turn) =>
          pair.map((text, reply) => {
            const then = at + turn * MINUTE + reply * 8 * SECOND
            return {
              ...emptyMessage(id, then),
              id: newId(),
              finished_at: then,
              author: reply === 0 ? ('visitor' as const) : ('assistant' as const),
              outcome: 'whole' as const,
              text,
              page,
              search: foldForSearch(text),
            }
          }),
        )
        await ctx.db.insertInto('chat_message').values(messages).execute()
        await ctx.recordEvent(ctx, { kind: 'chat', at, page, visitor: null })
      }
    })
  return `Added ${CONVERSATIONS} conversations.`
}
