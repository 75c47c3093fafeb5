import { z } from 'zod'

import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { openings } from '#app/features/chat/settings/openings.server.ts'
import { contactQuestions } from '#app/features/leads/questions/contact-questions.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting, storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import type { TextGroup } from '#app/platform/text-translations.server.ts'

import { ownFacts } from '../facts/own-facts.server.ts'
import { starterFacts } from '../facts/starter-facts.ts'
import { mapMenuTexts } from '../menus/menus-schema.ts'
import { menusSetting } from '../menus/menus.server.ts'
import { wordingSetting } from '../wording/wording-setting.server.ts'

import { linkChanger } from './exchange-documents.ts'

export type Replaced = (group: TextGroup, text: string) => string

/** Replaces the owner's short texts, and addresses of pages in them, wherever they are stored. Runs in a transaction. */
export async function replaceOwnTexts(
  ctx: Ctx,
  { replace, moved }: { replace: Replaced; moved: ReadonlyMap<string, string> },
): Promise<void> {
  const changeLinks = linkChanger(moved)
  const [menus, facts, wording, questions, chatbot, greetings] = await Promise.all([
    menusSetting.read(ctx),
    ownFacts.read(ctx),
    wordingSetting.read(ctx),
    contactQuestions.read(ctx),
    chatbotSettings.read(ctx),
    openings.read(ctx),
  ])
  const isStarters = (name: string, value: string) =>
    starterFacts.some((fact) => fact.name === name && fact.value === value)
  const asked = (listed: readonly string[]) => listed.map((text) => replace('greetings', text))
  const settings: [key: string, before: unknown, after: unknown][] = [
    [menusSetting.key, menus, mapMenuTexts(menus, (text) => replace('menus', text))],
    [
      ownFacts.key,
      facts,
      facts.map((fact) =>
        isStarters(fact.name, fact.value) ? fact : { ...fact, value: replace('facts', fact.value) },
      ),
    ],
    [
      wordingSetting.key,
      wording,
      Object.fromEntries(
        Object.entries(wording).map(([key, { text, earlier }]) => [
          key,
          { text: text === null ? null : replace('wording', text), earlier },
        ]),
      ),
    ],
    [
      contactQuestions.key,
      questions,
      {
        ...questions,
        asked: questions.asked.map((question) => ({
          ...question,
          text: replace('questions', question.text),
          help: replace('questions', question.help),
          choices: question.choices.map((choice) => replace('questions', choice)),
        })),
      },
    ],
    [
      openings.key,
      greetings,
      {
        questions: asked(greetings.questions),
        pages: greetings.pages.map((page) => ({ ...page, questions: asked(page.questions) })),
      },
    ],
  ]
  for (const [key, before, after] of settings) {
    const value = changeLinks(JSON.stringify(after))
    if (value !== JSON.stringify(before)) await storeSetting(ctx, key, JSON.parse(value))
  }
  const welcomeMessage = replace('greetings', chatbot.welcomeMessage)
  const stored = z.looseObject({}).safeParse(await findSetting(ctx, chatbotSettings.key))
  if (welcomeMessage !== chatbot.welcomeMessage)
    await storeSetting(ctx, chatbotSettings.key, { ...stored.data, welcomeMessage })
  await replaceInMeetings(ctx, (text) => replace('meetings', text))
}

const listed = z.array(z.string())

async function replaceInMeetings(ctx: Ctx, replace: (text: string) => string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('meeting_type')
    .select(['id', 'name', 'location', 'questions'])
    .execute()
  for (const { id, name, location, questions } of rows)
    await ctx.db
      .updateTable('meeting_type')
      .set({
        name: replace(name),
        location: replace(location),
        questions: JSON.stringify(listed.parse(JSON.parse(questions)).map(replace)),
      })
      .where('id', '=', id)
      .execute()
}
