import { redirect } from 'react-router'
import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { form, textField } from '#app/platform/http/form-action.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { findBlockType } from '../blocks.ts'
import { fillAllFacts } from '../facts/fill-facts.ts'
import type { StoredBlock } from '../page-document.ts'
import { createPage } from '../pages/create-page.server.ts'
import { slugOf } from '#app/features/editing/slugs.ts'
import { suggestedPath } from '../pages/page-path.ts'
import { getPage, listPages } from '../pages/read-pages.server.ts'
import { inEnglish, priceText } from '../services.ts'
import { readContent } from '../site-content.server.ts'

export async function listServices(ctx: Ctx) {
  requireActor(ctx, 'content.read')
  const pages = await listPages(ctx)
  const services = pages.filter(({ kind }) => kind === 'service')
  const { facts } = await readContent(ctx)
  return Promise.all(
    services.map(async ({ id, name, path, state }) => {
      const draft = await getPage(ctx, id)
      const service = draft.draft.service && fillAllFacts(draft.draft.service, facts)
      return {
        id,
        name,
        path: service?.isContactOnly ? null : path,
        state,
        menuText: service?.menuText,
        timeline: service?.timeline,
        price: service && priceText(service, inEnglish),
      }
    }),
  )
}

/** Creates a draft of a service with a head, the contact form, and blocks that are hidden until they are filled in. */
export async function beginService(ctx: Ctx, typed: string): Promise<{ id: string }> {
  const name = typed.trim()
  return createPage(ctx, {
    kind: 'service',
    path: suggestedPath(name, 'service', slugOf),
    document: { name, service: {}, blocks: blocksFor(name) },
  })
}

export const beginServiceForm = form({
  schema: z.object({ name: textField }),
  async run(ctx, { name }) {
    const { id } = await beginService(ctx, name)
    return redirect(`/admin/pages/${id}/details`, 303)
  },
  rejected: 'Not created',
})

function blocksFor(name: string): StoredBlock[] {
  const block = (type: string, props: Record<string, unknown>, hidden?: true): StoredBlock => ({
    id: type === 'service-hero' ? 'head' : type,
    type,
    version: assertDefined(findBlockType(type), 'it is a type of this version').version,
    props,
    ...(hidden && { hidden }),
  })
  return [
    block('service-hero', {
      title: name,
      ready: 'Ready in {timeline}',
      start: { text: 'Contact', href: '#contact' },
    }),
    block('points', { title: 'Benefits' }, true),
    block('faq', { title: 'Questions' }, true),
    block('contact', { title: 'Contact' }),
  ]
}
