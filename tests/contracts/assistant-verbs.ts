import { defaultAssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import {
  duplicateAssistant,
  exportAssistant,
  importAssistant,
} from '#app/features/chat/assistants/copy-assistants.server.ts'
import { deleteAssistant, saveAssistant } from '#app/features/chat/assistants/change-assistants.server.ts'
import {
  changeClientLink,
  makeClientLink,
  revokeClientLink,
} from '#app/features/chat/clients/client-link.server.ts'
import { renewIdentitySecret } from '#app/features/chat/embed/identity.server.ts'
import { allowOrigin } from '#app/features/chat/embed/refusals.server.ts'
import {
  addCollection,
  deleteCollection,
  placeItem,
  renameCollection,
} from '#app/features/knowledge/collections/change-collections.server.ts'
import { createTexts } from '#tests/support/knowledge.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb, withId } from './admin-verb.ts'

const fields = defaultAssistantSettings('Bot')
const collection = async (ctx: TestCtx) => (await addCollection(ctx, { name: 'Shop' })).id
const assistant = (ctx: TestCtx) =>
  saveAssistant(ctx, { id: 'new', name: 'Shop', collections: ['site'], fields })
const link = (id: string) => ({
  id,
  days: '30' as const,
  hidesContacts: false,
  language: 'de' as const,
  emails: [],
})

export const assistantVerbs: readonly AdminVerb[] = [
  verb(addCollection, 'collection.added', async () => (ctx) => addCollection(ctx, { name: 'Shop' })),
  verb(
    renameCollection,
    'collection.renamed',
    withId(collection, (ctx, id) => renameCollection(ctx, { id, name: 'Help' })),
  ),
  verb(
    deleteCollection,
    'collection.deleted',
    withId(collection, (ctx, id) => deleteCollection(ctx, { id })),
  ),
  verb(placeItem, 'knowledge.moved', async (ctx) => {
    const [id = ''] = await createTexts(ctx, { Prices: SECRET_WORDS })
    const collections = [await collection(ctx)]
    return (later) => placeItem(later, { id, collections })
  }),
  verb(saveAssistant, 'assistant.added', async () => assistant),
  verb(
    saveAssistant,
    'assistant.changed',
    withId(assistant, (ctx, id) =>
      saveAssistant(ctx, {
        id,
        name: 'Help',
        collections: [],
        fields: { ...fields, systemPrompt: SECRET_WORDS },
      }),
    ),
  ),
  verb(
    duplicateAssistant,
    'assistant.added',
    withId(assistant, (ctx, id) => duplicateAssistant(ctx, { id })),
  ),
  verb(exportAssistant, 'assistant.exported', withId(assistant, exportAssistant)),
  verb(importAssistant, 'assistant.added', async (ctx) => {
    const { bytes } = await exportAssistant(ctx, await assistant(ctx))
    return (later) => importAssistant(later, bytes)
  }),
  verb(
    allowOrigin,
    'assistant.changed',
    withId(assistant, (ctx, id) => allowOrigin(ctx, { id, origin: 'https://shop.example' })),
  ),
  verb(
    renewIdentitySecret,
    'assistant.secret_renewed',
    withId(assistant, (ctx, id) => renewIdentitySecret(ctx, { id })),
  ),
  verb(
    makeClientLink,
    'assistant.link_made',
    withId(assistant, (ctx, id) => makeClientLink(ctx, link(id))),
  ),
  verb(changeClientLink, 'assistant.link_changed', async (ctx) => {
    const id = await assistant(ctx)
    await makeClientLink(ctx, link(id))
    return (later) =>
      changeClientLink(later, {
        ...link(id),
        emails: [`${SECRET_WORDS.replaceAll(' ', '-')}@client.example`],
      })
  }),
  verb(
    revokeClientLink,
    'assistant.link_revoked',
    withId(assistant, (ctx, id) => revokeClientLink(ctx, { id })),
  ),
  verb(
    deleteAssistant,
    'assistant.deleted',
    withId(assistant, (ctx, id) => deleteAssistant(ctx, { id })),
  ),
]
