import { expect, test } from 'vitest'

import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { readDraftPage } from '../pages/read-draft-page.server.ts'
import { starterPages } from '../starter/starter-pages.ts'

import { initialProps } from './block-description.ts'
import { pathOfPlace, valueAt } from './editor-state.ts'
import { createMarks } from './marks.ts'
import { blockDescriptions, readEditor } from './read-editor.server.ts'

test('every mark leads to the text that is stored there, and one with facts is not to be typed over', async () => {
  const ctx = asOwner(await createTestCtx())
  let seen = 0
  for (const { id } of starterPages) {
    const { marks, dress } = createMarks()
    await readDraftPage(ctx, id, undefined, dress)
    const { document } = await readEditor(ctx, id)
    for (const { place, text, isPlain } of marks) {
      const field = pathOfPlace(place)
      const block = document.blocks.find((each) => each.id === field.id)
      expect(valueAt(block?.props, field.path), place).toBe(text)
      if (/\{\w/.test(text)) expect(isPlain, text).toBe(false)
      seen += 1
    }
  }
  expect(seen).toBeGreaterThan(300)
})

test('a new block of every kind is shown in the frame, with something to fill in', async () => {
  const ctx = asOwner(await createTestCtx())
  const { draft } = { draft: (await readEditor(ctx, 'about')).document }
  for (const { type, version, fields } of blockDescriptions()) {
    const block = { id: 'new', type, version, props: initialProps(fields, 'ai-chatbots') }
    const { marks, dress } = createMarks()
    const page = await readDraftPage(ctx, 'about', { ...draft, blocks: [block] }, dress)
    // A block that needs a link is not rendered without one; only the form says so.
    const needsAddress = Object.values(fields).some(
      ({ isRequired, control }) => isRequired && control === 'link',
    )
    expect(page.blocks, type).toHaveLength(needsAddress ? 0 : 1)
    expect(
      marks.every(({ text }) => text === ''),
      type,
    ).toBe(true)
  }
})

test('every field of every kind of block has a control, a title and a limit where it is a text or a list', () => {
  const check = (fields: ReturnType<typeof blockDescriptions>[number]['fields'], where: string) => {
    for (const [name, field] of Object.entries(fields)) {
      expect(field.title, `${where}.${name}`).not.toBe('')
      if (/line|paragraph|rich|list|link/.test(field.control) && !field.isLinkName)
        expect(field.max, `${where}.${name}`).toBeGreaterThan(0)
      if (field.control === 'list') expect(field.item, `${where}.${name}`).toBeDefined()
      check({ ...field.fields, ...field.item?.fields }, `${where}.${name}`)
    }
  }
  for (const { type, fields } of blockDescriptions()) check(fields, type)
})
