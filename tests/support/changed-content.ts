import sharp from 'sharp'

import { addImage } from '#app/features/images/add-image.server.ts'
import { ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { starterMenus } from '#app/features/content/menus/menus-schema.ts'
import { menusSetting } from '#app/features/content/menus/menus.server.ts'
import { createPage } from '#app/features/content/pages/create-page.server.ts'
import { deletePage } from '#app/features/content/pages/delete-page.server.ts'
import { movePage } from '#app/features/content/pages/move-page.server.ts'
import { publishPage } from '#app/features/content/pages/publish-page.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { starterBrand } from '#app/features/site/brand/brand-schema.ts'
import { saveBrand } from '#app/features/site/brand/save-brand.server.ts'
import { changeText } from '#app/features/site/wording/change-wording.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'

/** Gives the starter another name, look and facts, its own pages with a picture, a moved page and a deleted one. */
export async function changeContent(ctx: Ctx): Promise<{ picture: string }> {
  await siteSettings.save(ctx, siteSettingsFields({ siteName: 'Kiln & Co' }))
  const look = { ...starterBrand, accent: '#0a7d55', ground: 'light', radius: 4 } as const
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20z"/></svg>'
  const logo = { name: 'kiln.svg', bytes: new TextEncoder().encode(svg) }
  const card = sharp({ create: { width: 1200, height: 630, channels: 3, background: '#0a7d55' } })
  const shareImage = { name: 'share.png', bytes: await card.png().toBuffer() }
  await saveBrand(ctx, { ...look, siteName: 'Kiln & Co' }, { logo, shareImage })
  await ownFacts.save(ctx, [
    { name: 'replyWithin', title: 'Reply', value: 'two working days' },
    { name: 'founded', title: 'Founded in', value: '1999' },
  ])
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#aa5522' } })
    .jpeg()
    .toBuffer()
  const { address: picture } = await addImage(ctx, { name: 'kiln.jpg', bytes })
  const { id } = await createPage(ctx, { kind: 'page', path: '/our-kiln', document: kilnPage(picture) })
  await publishPage(ctx, id)
  const study = await createPage(ctx, {
    kind: 'case-study',
    path: '/work/bakery',
    document: { name: 'A bakery', description: 'Ovens since {founded}.', blocks: [] },
  })
  await publishPage(ctx, study.id)
  await createPage(ctx, { kind: 'page', path: '/unfinished', document: { name: 'Unfinished' } })
  await movePage(ctx, { id: 'about', path: '/company' })
  await deletePage(ctx, 'ai-video-production')
  await menusSetting.save(ctx, {
    ...starterMenus,
    header: [{ to: `page:${id}`, address: '', text: 'The kiln' }, ...starterMenus.header],
    blurb: 'Fired since {founded}.',
  })
  await changeText(ctx, { place: 'leads.form.name', text: 'Who writes to the kiln? *' })
  const privacy = await getPage(ctx, 'privacy')
  await savePageDraft(ctx, {
    ...privacy,
    document: {
      ...privacy.draft,
      blocks: [{ ...legalText, props: { title: 'Data', intro: 'We keep shards.' } }],
    },
  })
  await publishPage(ctx, 'privacy')
  const { draft, version } = await getPage(ctx, 'terms')
  await savePageDraft(ctx, { id: 'terms', version, document: { ...draft, name: 'Terms in preparation' } })
  return { picture }
}

const legalText = { id: 'text', type: 'legal-text', version: 1 }

function kilnPage(picture: string) {
  return {
    name: 'Our kiln',
    description: 'Fired since {founded}.',
    blocks: [
      { id: 'head', type: 'page-head', version: 1, props: { title: 'Our “kiln” <& more>' } },
      {
        id: 'story',
        type: 'rich-text',
        version: 1,
        props: { title: 'Story', text: 'It began in {founded}.\n\n## Then\n\n- clay\n- fire' },
      },
      {
        id: 'photo',
        type: 'image-text',
        version: 1,
        props: { title: 'Photo', text: 'Hot.', picture: { src: picture, alt: 'A kiln' } },
      },
      { id: 'work', type: 'case-studies', version: 1, props: { title: 'Work' } },
      {
        id: 'numbers',
        type: 'numbers',
        version: 1,
        hidden: true,
        props: { title: 'Numbers', numbers: [{ figure: '7', text: 'kilns' }] },
      },
    ],
  }
}
