import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { mapNames } from '#app/lib/map-names.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { checkbox, line } from '#app/platform/settings/form-fields.ts'
import { readSay } from '#app/platform/text-translations.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { fileGroupNames, LARGEST_FILE } from '#app/lib/question-files.ts'
import { kindNames, LONGEST_QUESTION, MOST_QUESTIONS } from '#app/lib/question-kinds.ts'
import { hasChoices, type Question } from '#app/lib/question.ts'

import { exportQuestions } from './exported-questions.server.ts'

const MOST_CHOICES = 20
/** Deleted questions that are kept, so that answers from older pages are stored with the question's words. */
const MOST_FORMER = 50

const stored = z.object({
  id: z.string(),
  text: z.string(),
  kind: z.enum(kindNames),
  isRequired: z.boolean(),
  help: z.string(),
  choices: z.array(z.string()).readonly(),
  services: z.array(z.string()).readonly(),
  file: z
    .object({
      accepts: z.array(z.enum(fileGroupNames)).min(1).readonly(),
      megabytes: z.number().int().min(1).max(LARGEST_FILE),
    })
    .optional(),
})

const ONE_FILE = 'The form has a question for a file already, and can have only one.'

const askedSchema = z
  .array(stored)
  .max(MOST_QUESTIONS, `Please ask at most ${MOST_QUESTIONS} questions.`)
  .refine((asked) => asked.filter(({ kind }) => kind === 'file').length <= 1, ONE_FILE)

const PATH = '/admin/contact-form'

/** The owner's own questions in the contact form, in its order. */
export const contactQuestions = defineSetting({
  key: 'contact-questions',
  schema: z.object({
    asked: askedSchema,
    former: z.array(stored),
  }),
  defaults: { asked: [], former: [] },
  audit: () => 'settings.contact_form',
  path: PATH,
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
})

exportQuestions({
  key: contactQuestions.key,
  area: contactQuestions.area,
  read: contactQuestions.read,
  asked: askedSchema,
  replace(before, asked) {
    const gone = [...before.asked, ...before.former].filter(({ id }) => !asked.some((each) => each.id === id))
    return { asked: [...asked], former: gone.slice(0, MOST_FORMER) }
  },
})

/** Returns the questions in the visitor's language. */
export async function readContactQuestions(ctx: Ctx) {
  const [{ asked, former }, say] = await Promise.all([contactQuestions.read(ctx), readSay(ctx)])
  const inLanguage = (question: Question): Question => ({
    ...question,
    text: say('questions', question.text),
    help: say('questions', question.help),
    choices: question.choices.map((choice) => say('questions', choice)),
  })
  return { asked: asked.map(inLanguage), former: former.map(inLanguage) }
}

const fileFields = {
  ...mapNames(
    fileGroupNames.map((group) => `accept-${group}` as const),
    () => checkbox,
  ),
  megabytes: z.string().default(String(LARGEST_FILE)).transform(Number),
}

const questionSchema = z
  .object({
    question: line(LONGEST_QUESTION).refine((text) => text !== '', 'Please enter the question.'),
    kind: z.enum(kindNames, 'Please choose a kind.'),
    required: checkbox,
    help: line(300),
    choices: z
      .string()
      .default('')
      .transform((text) => [...new Set(text.split('\n').flatMap((each) => readableLine(each) || []))])
      .refine((lines) => lines.length <= MOST_CHOICES, `Please list at most ${MOST_CHOICES} choices.`)
      .refine(
        (lines) => lines.every(({ length }) => length <= 120),
        'Please shorten each to 120 characters.',
      ),
    ...fileFields,
  })
  .refine(({ kind, choices }) => !hasChoices(kind) || choices.length >= 2, {
    path: ['choices'],
    message: 'Please enter at least two choices, one a line.',
  })
  .refine((typed) => typed.kind !== 'file' || fileGroupNames.some((group) => typed[`accept-${group}`]), {
    path: [`accept-${fileGroupNames[0]}`],
    message: 'Please choose at least one kind of file.',
  })
  .refine(
    ({ kind, megabytes }) =>
      kind !== 'file' || stored.shape.file.safeParse({ accepts: ['pdf'], megabytes }).success,
    {
      path: ['megabytes'],
      message: `Please enter a whole number from 1 to ${LARGEST_FILE}.`,
    },
  )

type Typed = { id: string } & Readonly<Record<string, string>>

/** Adds a question, changes the one with this id, or asks a deleted one again. @throws {FieldErrors} @throws {AppError} not-found, conflict */
export async function saveQuestion(ctx: Ctx, { id, ...typed }: Typed): Promise<{ id: string }> {
  requireActor(ctx, 'settings.write')
  const parsed = questionSchema.safeParse(typed)
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  const { question: text, kind, required: isRequired, help, choices, megabytes } = parsed.data
  const accepts = fileGroupNames.filter((group) => parsed.data[`accept-${group}`])
  const services = Object.keys(typed).flatMap((name) => /^service-(.{1,100})$/.exec(name)?.[1] ?? [])
  const question: Question = {
    id: id || randomBytes(5).toString('hex'),
    text,
    kind,
    isRequired,
    help,
    choices: hasChoices(kind) ? choices : [],
    services,
    ...(kind === 'file' && { file: { accepts, megabytes } }),
  }
  return changeQuestions(ctx, ({ asked, former }) => {
    const isKnown = asked.some((each) => each.id === id)
    if (id && !isKnown && !former.some((each) => each.id === id)) throw notFound()
    if (kind === 'file' && asked.some((each) => each.kind === 'file' && each.id !== id))
      throw new FieldErrors({ kind: ONE_FILE })
    if (!isKnown && asked.length >= MOST_QUESTIONS)
      throw new AppError(
        'conflict',
        `The form has ${MOST_QUESTIONS} questions, which is the most it can have.`,
      )
    return {
      question,
      asked: isKnown ? asked.map((each) => (each.id === id ? question : each)) : [...asked, question],
      former: former.filter((each) => each.id !== id),
    }
  })
}

/** Moves a question up or down by one place. @throws {AppError} not-found */
export async function moveQuestion(ctx: Ctx, { id, by }: { id: string; by: 'up' | 'down' }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await changeQuestions(ctx, ({ asked, former }) => {
    const from = asked.findIndex((each) => each.id === id)
    const question = asked[from]
    if (!question) throw notFound()
    const to = Math.max(0, from + (by === 'up' ? -1 : 1))
    return { question, asked: asked.toSpliced(from, 1).toSpliced(to, 0, question), former }
  })
}

/** Answers that were given stay with their leads. @returns the deleted question. @throws {AppError} not-found */
export async function deleteQuestion(ctx: Ctx, { id }: { id: string }): Promise<Question> {
  requireActor(ctx, 'settings.write')
  return changeQuestions(ctx, ({ asked, former }) => {
    const question = asked.find((each) => each.id === id)
    if (!question) throw notFound()
    const gone = [question, ...former].slice(0, MOST_FORMER)
    return { question, asked: asked.filter((each) => each !== question), former: gone }
  })
}

type Questions = { asked: Question[]; former: Question[] }
type Change = (questions: Questions) => Questions & { question: Question }

/** Locks the list, so that no change is lost if two members change it at once. */
async function changeQuestions(ctx: Ctx, change: Change): Promise<Question> {
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, contactQuestions.key)
    const { question, asked, former } = change(await contactQuestions.read(ctx))
    await contactQuestions.saveAsPart(ctx, { asked, former })
    const subject = { id: question.id, title: question.text, path: PATH }
    await recordChange(ctx, { what: 'settings.contact_form', subject })
    return question
  })
}

function notFound(): AppError {
  return new AppError('not-found', 'There is no such question. It may have been deleted.')
}
