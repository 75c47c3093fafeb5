import { z } from 'zod'

import { fieldOf, readFacts, saveFacts } from '#app/features/content/facts/save-facts.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { defineAction } from '../define-action.ts'
import { text } from '../fields.ts'

import { factRecord } from './list-facts.action.server.ts'

export const changeFactAction = defineAction({
  name: 'change_fact',
  title: 'Change a fact',
  description: 'Changes the value of a fact on every page that uses it.',
  input: z.strictObject({ name: z.string().regex(/^[a-zA-Z0-9]{1,40}$/), value: text(120) }),
  output: factRecord,
  permission: 'content.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'PATCH', path: '/facts/{name}' },
  async run(ctx, { name, value }) {
    const find = async () => (await readFacts(ctx)).find((fact) => fact.name === name)
    if (!(await find())) throw new AppError('not-found', 'There is no such fact.')
    try {
      await saveFacts(ctx, { [fieldOf(name)]: value })
    } catch (error) {
      throw error instanceof FieldErrors ? new FieldErrors({ value: error.message }) : error
    }
    return (await find()) ?? { name, title: name, value }
  },
})
