import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { insertPost, makePost } from './create-post.server.ts'
import { emptyPostForm } from './post-form.ts'

export const seeder = {
  memberId: 'seed',
  email: 'seed',
  name: 'seed',
  role: 'owner',
  sessionId: 'seed',
  device: 'seed',
} as const

export async function seedPosts(ctx: Ctx): Promise<string[]> {
  const known = await ctx.db.selectFrom('blog_post').select('id').limit(1).executeTakeFirst()
  if (known) return ['There are posts already; none were added.']
  const posts = await Promise.all(
    seedPostTexts.map(async ({ ago, ...texts }) => ({
      at: ctx.clock.now() - ago * DAY,
      made: await makePost(ctx, { ...emptyPostForm, ...texts }),
    })),
  )
  await withTransaction({ ...ctx, actor: seeder }, async (ctx) => {
    for (const { at, made } of posts) await insertPost(ctx, made, { createdAt: at, publishedAt: at })
    await recordChange(ctx, { what: 'demo.seeded', by: { actor: 'command' }, fields: ['posts'] })
  })
  return [`Added ${posts.length} demonstration posts.`]
}

const seedPostTexts: readonly { ago: number; title: string; tags: string; content: string }[] = [
  {
    ago: 40,
    title: 'What a missed call costs, and how to find out',
    tags: 'Voice agents, Measuring',
    content: `Most businesses know how many calls they answer. Few know how many they miss, because nobody writes down what did not happen.

## Count before you buy

Ask your telephone provider for the call list of the last four weeks. Sort it by hour. You are looking for three numbers:

- calls that rang out
- calls that ended within ten seconds
- calls outside your opening hours

In the lists we have been shown, a quarter to a third of all calls belong to one of the three.

## Then put a price on it

Take one ordinary week and call back every missed number. Note how many of them bought elsewhere. That share, times your average order, times the calls missed in a year, is what silence costs you.

> If the number is small, do not buy a voice agent. Put a note on the door instead.`,
  },
  {
    ago: 24,
    title: 'Five questions before you let a chatbot answer',
    tags: 'Chatbots, Checklist',
    content: `A chatbot speaks in your name. Before it does, five questions deserve an answer.

1. **Where does it read?** A bot without your documents makes something up that sounds like you.
2. **What may it promise?** Prices, dates and refunds are promises. Say which of them it may make.
3. **When does it give up?** A person who asks twice wants a person.
4. **Who reads along?** Ten conversations a week, read by a human, find what no dashboard shows.
5. **What does it cost on a bad day?** Put a cap on the money, and know what visitors see when it is reached.

| Question | Wrong answer | Good answer |
| --- | --- | --- |
| Where does it read? | “It has been trained” | a list of pages and files |
| When does it give up? | never | after the second try, with a way to a person |
| Who reads along? | nobody | a name |

If one of the five has no answer yet, that is the project.`,
  },
  {
    ago: 11,
    title: 'The automation that should have stayed a checklist',
    tags: 'Workflow automation, Measuring',
    content: `A client asked us to automate the opening of new projects: folder, invoice, kick-off mail, channel, first tasks. Eleven steps, four tools.

We measured first. It happened *six times a year* and took forty minutes each. That is four hours a year. The automation would have taken three days to build and a day a year to keep alive.

We wrote a checklist. It hangs in their wiki, and it is still right.

## A rule of thumb

Automate what happens **daily**, what happens **at night**, or what goes **wrong when people are tired**. Leave the rest to a list and a person who likes lists.`,
  },
  {
    ago: 3,
    title: 'How we test a voice agent before it meets a customer',
    tags: 'Voice agents, Engineering, Checklist',
    content: `A voice agent that works in a demonstration has met one caller: the one who built it. Ours meet four hundred before they meet yours. This is how.

## The callers we make up

We write short portraits: who calls, why, in what mood, on what kind of line. A few are helpful. Most are not.

- the one who starts to talk before the greeting ends
- the one with a child on the arm and a dish in the sink
- the one who answers every question with a question
- the one who speaks the language of the country next door

Each portrait becomes a script for a second voice agent, which calls the first. They talk to each other at night, when the lines are cheap.

## What we listen for

We do not ask whether the call was nice. We ask whether it was *done*, and we let the booking system say so. A call counts when the appointment stands in the calendar, under the right name, at a time that is free.

\`\`\`ts
type Outcome = 'booked' | 'handed over' | 'gave up' | 'wrong'

export function judge(call: Call, calendar: Calendar): Outcome {
  const entry = calendar.find(call.wanted)
  if (!entry) return call.reachedPerson ? 'handed over' : 'gave up'
  // A booking under the wrong name is worse than none.
  return entry.name === call.caller ? 'booked' : 'wrong'
}
\`\`\`

Of the four outcomes, *wrong* is the only one that must be zero. A caller who gives up calls again; a caller with the wrong appointment stands in front of a closed door.

## The numbers of an ordinary first night

| Outcome | Calls | What we do |
| --- | ---: | --- |
| booked | 311 | listen to ten of them |
| handed over | 62 | check that the person had what they needed |
| gave up | 24 | listen to all of them |
| wrong | 3 | stop, and find out why |

Three in four hundred does not sound like much. At forty calls a day it is two people a week.

## Silence is a test too

The hardest thing on a telephone is to know whether somebody has finished. We cut pauses into our callers’ lines, from half a second to four, in the middle of sentences: *“I would like… an appointment… no, wait.”* An agent that interrupts is worse than one that is slow, and both can be measured.

## When it goes live

The first week, a person listens to every call of the day before, at double speed. The second week, to every tenth. From then on, to those the agent itself was unsure about, which it marks. The callers we made up stay: every change to the agent is called by all four hundred again before it goes out.

More about what such an agent costs stands on [the page about voice agents](/services/ai-voice-agents). If you have a call that no machine should ever get, [tell us](/contact): we collect them.`,
  },
]
