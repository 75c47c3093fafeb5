import { SEEDED_DAYS, createSeededRandom } from '#app/lib/seeded-random.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { insertPost, makePost } from './create-post.server.ts'
import { emptyPostForm } from './post-form.ts'
import { seeder } from './seed-posts.server.ts'

const POSTS = 300

const subjects = [
  'missed calls',
  'chatbots that cite',
  'forms people finish',
  'slow pages',
  'voices on the phone',
  'invoices by e-mail',
  'short films',
  'being found',
  'answers at night',
  'what to measure',
] as const
const angles = [
  'What we learned about',
  'A checklist for',
  'Three mistakes with',
  'How to begin with',
  'The cost of',
  'Before you buy:',
  'A month of',
  'Questions about',
] as const
const sentences = [
  'Write down what happens today before you change anything.',
  'Count a week of it by hand; the number is rarely the one that was guessed.',
  'Start with the case that comes up most often and is decided most easily.',
  'Say plainly what the machine may promise, and what only a person may.',
  'Look at ten real conversations a week: they show what no figure shows.',
  'Keep the way back open, so that a failed experiment costs an afternoon.',
  'Put a limit on the money, and know what people see when it is reached.',
] as const

/** Adds 300 posts dated within the year before `until`. */
export async function seedYearOfPosts(ctx: Ctx, until: number): Promise<string> {
  const random = createSeededRandom(31)
  const paragraph = () => Array.from({ length: 5 }, () => random.pick(sentences)).join(' ')
  for (let n = 0; n < POSTS; n += 1) {
    const at = until - Math.floor(((POSTS - n) / POSTS) * SEEDED_DAYS * DAY)
    const made = await makePost(ctx, {
      ...emptyPostForm,
      title: `${random.pick(angles)} ${random.pick(subjects)}, part ${n + 1}`,
      tags: random.pick(['Voice agents', 'Chatbots', 'Websites', 'Measuring', 'Automation']),
      content: `${paragraph()}\n\n## First\n\n${paragraph()}\n\n## Then\n\n${paragraph()}\n\n- ${random.pick(sentences)}\n- ${random.pick(sentences)}`,
    })
    await withTransaction({ ...ctx, actor: seeder }, (ctx) =>
      insertPost(ctx, made, { createdAt: at, publishedAt: at }),
    )
  }
  return `Added ${POSTS} posts.`
}
