import { expect, test } from 'vitest'

import { readConversation } from '#app/features/chat/replies/read-conversation.server.ts'
import { addPdf } from '#app/features/knowledge/items/add-item.server.ts'
import { sharePdf } from '#app/features/knowledge/items/change-item.server.ts'
import { createPdf } from '#tests/factories/pdf.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import { readQueued } from '#tests/support/knowledge.ts'
import { asOwner } from '#tests/support/test-ctx.ts'

const question = 'How long is the warranty on garden sheds?'
const sentence = 'The warranty on garden sheds is 42 months, from the day of delivery.'

async function askAbout({ isPublic }: { isPublic: boolean }) {
  const { ctx, fake } = await createChatCtx()
  const { id } = await addPdf(asOwner(ctx), { name: 'Sheds.pdf', bytes: createPdf([[sentence]]), isPublic })
  await readQueued(ctx)
  fake.behave({ kind: 'reply', text: 'It is 42 months [1].' })
  const heard = await say(ctx, question)
  const told = heard.events.flatMap((event) => (event.type === 'sources' ? event.sources : []))
  const read = async () => (await readConversation(ctx, { ...heard, id: heard.conversationId })).messages
  return { ctx, id, told, read }
}

test('what a private file says is cited with its title and passage, and leads nowhere', async () => {
  const { told, read } = await askAbout({ isPublic: false })
  const source = { number: 1, title: 'Sheds', page: 1, href: null, text: sentence }
  expect(told).toEqual([source])
  expect((await read()).at(-1)).toMatchObject({ sources: [source] })
})

test('a citation leads to a public file, and no longer once it is private', async () => {
  const { ctx, id, told, read } = await askAbout({ isPublic: true })
  const source = { number: 1, title: 'Sheds', page: 1, text: sentence }
  const href = `/knowledge/${id}/document.pdf#page=1`
  expect(told).toEqual([{ ...source, href }])
  expect((await read()).at(-1)).toMatchObject({ sources: [{ ...source, href }] })
  await sharePdf(asOwner(ctx), { id, isPublic: false })
  expect((await read()).at(-1)).toMatchObject({ sources: [{ ...source, href: null }] })
})
