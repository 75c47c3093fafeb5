import { expect, test } from 'vitest'

import { defaultModel, isChatModel } from '#app/features/ai/models/choose-model.ts'
import { factsOf } from '#app/features/ai/models/model-facts.ts'
import { providerIds } from '#app/platform/ai-provider-list.ts'

import { providerTable } from './provider-table.server.ts'

test.each(providerIds)('the models offered for %s chat, and the first is small and has a price', (id) => {
  const { models } = providerTable[id]
  expect(models.filter((model) => !isChatModel(model))).toEqual([])
  expect(factsOf(id, models[0], Date.parse('2026-11-22'))).not.toBeNull()
  const others = models.toReversed().map((model) => ({ id: model }))
  expect(defaultModel(id, others, '2026-11-22')).toBe(models[0])
})
