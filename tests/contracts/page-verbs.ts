import {
  addVersion,
  markUpToDate,
  publishVersions,
} from '#app/features/content/languages/page-versions.server.ts'
import {
  publishShortTexts,
  readShortTexts,
  saveShortTexts,
} from '#app/features/content/languages/short-texts.server.ts'
import { withTexts } from '#app/features/content/languages/document-places.ts'
import { publishStarter } from '#app/features/content/languages/translate-starter.job.server.ts'
import { changeMainLanguage } from '#app/features/site/languages/change-main-language.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { applyTranslations } from '#app/features/content/translators/apply-translations.server.ts'
import { uploadTranslations } from '#app/features/content/translators/translation-imports.server.ts'
import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { saveFacts } from '#app/features/content/facts/save-facts.server.ts'
import { saveMenus } from '#app/features/content/menus/save-menus.server.ts'
import { beginPage, createPage } from '#app/features/content/pages/create-page.server.ts'
import { deletePage, restorePage, undeletePage } from '#app/features/content/pages/delete-page.server.ts'
import { movePage } from '#app/features/content/pages/move-page.server.ts'
import { listPageRevisions, restorePageRevision } from '#app/features/content/pages/page-revisions.server.ts'
import { createPreviewLink, revokePreviewLink } from '#app/features/content/pages/preview-links.server.ts'
import {
  cancelPageSchedule,
  publishPage,
  schedulePage,
  republishPage,
  unpublishPage,
} from '#app/features/content/pages/publish-page.server.ts'
import { beginService } from '#app/features/content/services-admin/services.server.ts'
import { reorderPage } from '#app/features/content/pages/reorder-page.server.ts'
import { startSiteImport } from '#app/features/content/import-site/keep-proposal.server.ts'
import { exportContent } from '#app/features/content/transfer/export-content.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

type Run = (ctx: TestCtx) => Promise<unknown>

type PageVerb = { name: string; recorded: ChangeKind[]; prepare: (ctx: TestCtx) => Promise<Run> }

/** Lists what the owner does to pages and facts. @param words is part of every text that is stored */
export function pageVerbs(words: string): PageVerb[] {
  const verb = (name: string, kind: ChangeKind, run: Run): PageVerb => ({
    name,
    recorded: [kind],
    prepare: async () => run,
  })
  const team = { kind: 'page', path: '/team', document: { name: 'Team', description: words } } as const
  return [
    verb('createPage', 'page.created', (ctx) => createPage(ctx, team)),
    {
      name: 'addVersion',
      recorded: ['page.created'],
      async prepare(ctx) {
        await addLanguage(ctx, 'de')
        return (later) => addVersion(later, { id: 'about', language: 'de' })
      },
    },
    {
      name: 'markUpToDate',
      recorded: ['page.version_checked'],
      async prepare(ctx) {
        await addLanguage(ctx, 'de')
        const { id } = await addVersion(ctx, { id: 'about', language: 'de' })
        return (later) => markUpToDate(later, id)
      },
    },
    {
      name: 'publishVersions',
      recorded: ['page.published'],
      async prepare(ctx) {
        await addLanguage(ctx, 'de')
        const { id } = await addVersion(ctx, { id: 'about', language: 'de' })
        const { draft, version } = await getPage(ctx, id)
        await savePageDraft(ctx, { id, version, document: { ...draft, description: words } })
        return (later) => publishVersions(later, { language: 'de' })
      },
    },
    {
      name: 'publishStarter',
      recorded: ['page.published'],
      async prepare(ctx) {
        await changeMainLanguage(ctx, 'de')
        const { draft, version } = await getPage(ctx, 'terms')
        const document = withTexts(draft, (place, text) => (place === 'name' ? text : words))
        await savePageDraft(ctx, { id: 'terms', version, document })
        return (later) => publishStarter(later)
      },
    },
    {
      name: 'saveShortTexts',
      recorded: ['settings.languages'],
      async prepare(ctx) {
        await addLanguage(ctx, 'de')
        const [text] = await readShortTexts(ctx, 'de')
        return (later) => saveShortTexts(later, { language: 'de', typed: { [String(text?.key)]: words } })
      },
    },
    {
      name: 'applyTranslations',
      recorded: ['page.created', 'page.translations_imported'],
      async prepare(ctx) {
        await addLanguage(ctx, 'de')
        const content = new Blob([`id,translation\nabout:metaTitle,${words}`])
        const { id } = await uploadTranslations(ctx, { language: 'de', name: words, content })
        return (later) => applyTranslations(later, { id })
      },
    },
    {
      name: 'publishShortTexts',
      recorded: ['settings.languages'],
      async prepare(ctx) {
        await addLanguage(ctx, 'de')
        const draft = {
          language: 'de',
          key: 'menus:x',
          source: 'Blog',
          draft: words,
          published: null,
          updated_at: 1,
        }
        await ctx.db.insertInto('text_translation').values(draft).execute()
        return (later) => publishShortTexts(later, 'de')
      },
    },
    verb('beginPage', 'page.created', (ctx) =>
      beginPage(ctx, { name: 'Team', path: '', kind: 'page', copyOf: 'about' }),
    ),
    verb('reorderPage', 'page.reordered', (ctx) => reorderPage(ctx, { id: 'about', to: 'up', kind: null })),
    verb('cancelPageSchedule', 'page.schedule_cancelled', (ctx) => cancelPageSchedule(ctx, 'about')),
    verb('createPreviewLink', 'page.preview_made', (ctx) => createPreviewLink(ctx, { id: 'about', days: 7 })),
    {
      name: 'revokePreviewLink',
      recorded: ['page.preview_revoked'],
      async prepare(ctx) {
        const { id: link } = await createPreviewLink(ctx, { id: 'about', days: 7 })
        return (later) => revokePreviewLink(later, { id: 'about', link })
      },
    },
    {
      name: 'restorePage',
      recorded: ['page.restored'],
      async prepare(ctx) {
        await deletePage(ctx, 'about')
        return (later) => restorePage(later, { id: 'about' })
      },
    },
    {
      name: 'undeletePage',
      recorded: ['page.restored'],
      async prepare(ctx) {
        const { id } = await deletePage(ctx, 'about')
        return (later) => undeletePage(later, id)
      },
    },
    verb('publishPage', 'page.published', (ctx) => publishPage(ctx, 'about')),
    verb('unpublishPage', 'page.unpublished', (ctx) => unpublishPage(ctx, 'about')),
    {
      name: 'republishPage',
      recorded: ['page.published'],
      async prepare(ctx) {
        await unpublishPage(ctx, 'about')
        return (later) => republishPage(later, { id: 'about', publishAt: null })
      },
    },
    verb('schedulePage', 'page.scheduled', (ctx) => schedulePage(ctx, { id: 'about', at: 0 })),
    verb('movePage', 'page.moved', (ctx) => movePage(ctx, { id: 'about', path: '/company' })),
    verb('deletePage', 'page.deleted', (ctx) => deletePage(ctx, 'about')),
    verb('startSiteImport', 'content.site_read', (ctx) => startSiteImport(ctx, { address: 'a.example' })),
    verb('exportContent', 'content.exported', exportContent),
    verb('saveFacts', 'settings.facts', (ctx) => saveFacts(ctx, { 'fact.replyWithin': words })),
    verb('beginService', 'page.created', (ctx) => beginService(ctx, 'Courses')),
    verb('saveMenus', 'settings.menus', (ctx) =>
      saveMenus(ctx, { 'button.to': 'page:contact', blurb: words, legalLine: words }),
    ),
    verb('ownFacts.save', 'settings.facts', (ctx) =>
      ownFacts.save(ctx, [{ name: 'replyWithin', title: 'Reply', value: words }]),
    ),
    {
      name: 'restorePageRevision',
      recorded: ['page.revision_restored'],
      async prepare(ctx) {
        await publishPage(ctx, 'about')
        const [revision] = await listPageRevisions(ctx, 'about')
        return (later) => restorePageRevision(later, { pageId: 'about', revisionId: revision?.id ?? '' })
      },
    },
  ]
}
