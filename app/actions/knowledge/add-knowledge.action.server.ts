import { z } from 'zod'

import { addText } from '#app/features/knowledge/items/add-item.server.ts'
import { MAX_TITLE } from '#app/features/knowledge/items/knowledge-item.ts'

import { defineAction } from '../define-action.ts'
import { id, text } from '../fields.ts'

export const addKnowledgeAction = defineAction({
  name: 'add_knowledge',
  title: 'Add a text to the knowledge',
  description:
    'Adds a text to the knowledge base. The assistant answers visitors from it once it has been read.',
  input: z.strictObject({ title: text(MAX_TITLE).min(1), text: text(60_000).min(1) }),
  output: z.object({ id, isNew: z.boolean().describe('False if the same text already existed') }),
  permission: 'knowledge.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'POST', path: '/knowledge' },
  run: addText,
})
