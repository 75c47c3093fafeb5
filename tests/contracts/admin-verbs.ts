import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import sharp from 'sharp'
import { onTestFinished } from 'vitest'

import { requestRebuild } from '#app/features/analytics/rollups/rebuild-analytics.job.server.ts'
import { makeShareLink, revokeShareLink } from '#app/features/analytics/share/share-link.server.ts'
import {
  downloadBackup,
  requestBackup,
  requestRestore,
} from '#app/features/admin/backups/request-backup.server.ts'
import {
  correctEmails,
  dismissEmails,
  resendEmails,
} from '#app/features/admin/outbox/change-emails.server.ts'
import { changePassword } from '#app/features/auth/change-password.server.ts'
import { createOwner, createOwnerFromEnv } from '#app/features/auth/create-owner.server.ts'
import { createReset } from '#app/features/auth/reset/send-password-reset.job.server.ts'
import { resetPassword } from '#app/features/auth/reset/reset-password.server.ts'
import { resetOwner } from '#app/features/auth/reset-owner.server.ts'
import { endSessions } from '#app/features/auth/sessions/sessions.server.ts'
import { sessionSettings } from '#app/features/auth/sessions/session-settings.server.ts'
import { beginTwoFactor, confirmTwoFactor } from '#app/features/auth/two-factor/enrol-two-factor.server.ts'
import { completeSignIn } from '#app/features/auth/two-factor/complete-sign-in.server.ts'
import {
  renewRecoveryCodes,
  turnOffTwoFactor,
} from '#app/features/auth/two-factor/manage-two-factor.server.ts'
import { createSession, endSession } from '#app/features/auth/session.server.ts'
import { signIn } from '#app/features/auth/sign-in.server.ts'
import { createPost } from '#app/features/blog/create-post.server.ts'
import { deletePost, publishPost, unpublishPost } from '#app/features/blog/change-post-state.server.ts'
import { listRevisions, restoreRevision } from '#app/features/blog/revisions.server.ts'
import { seedPosts } from '#app/features/blog/seed-posts.server.ts'
import {
  addPostVersion,
  markPostUpToDate,
  publishPostVersions,
} from '#app/features/blog/languages/post-versions.server.ts'
import { exportPosts } from '#app/features/blog/transfer/export-posts.server.ts'
import { cancelPostImport, confirmPostImport } from '#app/features/blog/transfer/post-imports.server.ts'
import { addImportPart, startImport } from '#app/features/blog/transfer/upload-import.server.ts'
import { updatePost } from '#app/features/blog/update-post.server.ts'
import { removeApiKey, saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { replaceModel } from '#app/features/ai/models/model-warnings.server.ts'
import { chatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import { saveOpenings } from '#app/features/chat/settings/openings.server.ts'
import { addImage } from '#app/features/images/add-image.server.ts'
import { addVideoPart } from '#app/features/images/videos/add-video-part.server.ts'
import { addPdf, addText, addUrl } from '#app/features/knowledge/items/add-item.server.ts'
import {
  deleteItem,
  restoreItem,
  renameItem,
  sharePdf,
  switchItem,
} from '#app/features/knowledge/items/change-item.server.ts'
import { rereadItem, scheduleRereading } from '#app/features/knowledge/items/reread-item.server.ts'
import { switchEmbedding } from '#app/features/knowledge/embeddings/switch-embedding.server.ts'
import {
  answerQuestion,
  dropQuestion,
} from '#app/features/knowledge/unanswered/unanswered-questions.server.ts'
import { seedLeads } from '#app/features/leads/seed-leads.server.ts'
import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { exportPersonalData } from '#app/features/privacy/export-personal-data.server.ts'
import { writeBackup } from '#app/platform/backup/write-backup.server.ts'
import { chatbotSettingsFields } from '#tests/factories/chatbot-settings.ts'
import { createEmail } from '#tests/factories/email.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createBook } from '#tests/factories/pdf.ts'
import { addLanguage } from '#app/features/site/languages/change-languages.server.ts'
import { createTestPost, postForm } from '#tests/factories/post.ts'
import { createSignedInOwner, createTwoFactorOwner } from '#tests/factories/two-factor.ts'
import { addOwner } from '#tests/support/installation.ts'
import { previewImport } from '#tests/support/imports.ts'
import { appCode } from '#tests/support/app-code.ts'
import { testKey } from '#tests/support/test-ai-provider.ts'
import { asOwner, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, type Run, SECRET_WORDS, verb, withId } from './admin-verb.ts'
import { bookingVerbs } from './booking-verbs.ts'
import { settingsVerbs } from './settings-verbs.ts'
import { teamVerbs } from './team-verbs.ts'

const withPost =
  (run: (ctx: TestCtx, post: { id: string; slug: string }) => Promise<unknown>, published = true) =>
  async (ctx: TestCtx): Promise<Run> => {
    const post = await createTestPost(ctx, { content: SECRET_WORDS }, published)
    return (later) => run(later, post)
  }

async function germanPost(
  ctx: TestCtx,
  made?: Parameters<typeof addPostVersion>[1]['made'],
): Promise<{ id: string }> {
  await addLanguage(ctx, 'de')
  const { id } = await createTestPost(ctx, { content: SECRET_WORDS })
  return addPostVersion(ctx, { id, language: 'de', made })
}

async function writtenBackup(ctx: TestCtx): Promise<{ backup: TestCtx['backup']; name: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await addOwner(ctx)
  const backup = { ...ctx.backup, folder, dataDir: folder }
  const { path } = await writeBackup({ ...ctx, backup })
  return { backup, name: basename(path) }
}

const PERSON = 'ann@example.com'
const person = (ctx: TestCtx) => createLead(ctx, { email: PERSON, message: SECRET_WORDS })
const item = async (ctx: TestCtx) => (await addText(ctx, { title: 'Prices', text: SECRET_WORDS })).id
const pdf = async (ctx: TestCtx) => (await addPdf(ctx, { name: 'a.pdf', bytes: createBook(1, 'a') })).id
const openPdf = async (ctx: TestCtx) =>
  (await addPdf(ctx, { name: 'a.pdf', bytes: createBook(1, 'a'), isPublic: true })).id
const page = async (ctx: TestCtx) => (await addUrl(ctx, { url: 'https://agency.dev/' }))?.id ?? ''

async function question(ctx: TestCtx): Promise<string> {
  const row = { id: 'asked', asked_at: 0, text: SECRET_WORDS, terms: '', conversation_id: null }
  await ctx.db.insertInto('unanswered_question').values(row).execute()
  return row.id
}

const postFile = {
  name: 'posts.json',
  bytes: new TextEncoder().encode(
    JSON.stringify({ data: { posts: [{ id: 1, title: 'From Ghost', html: `<p>${SECRET_WORDS}</p>` }] } }),
  ),
  base: '',
}

const apiConfig = { provider: 'openai', model: 'gpt-4', apiKey: testKey }
const attempt = (fields: Record<string, string>) => ({
  fields,
  clientAddress: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
})

export const changingVerbs: readonly AdminVerb[] = [
  {
    name: 'changePassword',
    recorded: ['owner.password_changed'],
    prepare: async (ctx) => {
      const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
      const twice = { newPassword: SECRET_WORDS, confirmPassword: SECRET_WORDS }
      return () => changePassword(owner, { password, code: codeNow(), ...twice })
    },
  },
  {
    name: 'confirmTwoFactor',
    recorded: ['owner.two_factor_on'],
    prepare: async (ctx) => {
      const { owner, password } = await createSignedInOwner(ctx)
      const { ticket, typedKey } = await beginTwoFactor(owner, { password })
      return () => confirmTwoFactor(owner, { ticket, code: appCode(typedKey, ctx.clock.now()) })
    },
  },
  {
    name: 'renewRecoveryCodes',
    recorded: ['owner.recovery_codes_renewed'],
    prepare: async (ctx) => {
      const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
      return () => renewRecoveryCodes(owner, { password, code: codeNow() })
    },
  },
  {
    name: 'turnOffTwoFactor',
    recorded: ['owner.two_factor_off'],
    prepare: async (ctx) => {
      const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
      return () => turnOffTwoFactor(owner, { password, code: codeNow() })
    },
  },
  {
    name: 'endSessions',
    recorded: ['owner.sessions_ended'],
    prepare: async (ctx) => {
      const { owner, id, password } = await createSignedInOwner(ctx)
      await createSession(ctx, { id, userAgent: null })
      return () => endSessions(owner, { password, which: 'others' })
    },
  },
  {
    name: 'sessionSettings.save',
    recorded: ['settings.session'],
    prepare: async () => (ctx) => sessionSettings.save(ctx, { idleMinutes: '20', absoluteHours: '4' }),
  },
  {
    name: 'resetPassword',
    recorded: ['owner.password_reset'],
    prepare: async (ctx) => {
      const { id } = await createTestOwner(ctx)
      const token = (await createReset(ctx, id, 'reset')) ?? ''
      const fields = { token, newPassword: SECRET_WORDS, confirmPassword: SECRET_WORDS }
      return () => resetPassword(ctx, { fields, clientAddress: '203.0.113.7' })
    },
  },
  verb(
    createOwner,
    'owner.created',
    async () => (ctx) => createOwner(ctx, { email: 'a@agency.dev', password: SECRET_WORDS }),
  ),
  verb(
    createOwnerFromEnv,
    'owner.created',
    async () => (ctx) => createOwnerFromEnv(ctx, { email: 'a@agency.dev', password: SECRET_WORDS }),
  ),
  verb(signIn, 'owner.signed_in', async (ctx) => {
    const { email, password } = await createTestOwner(ctx, { password: SECRET_WORDS })
    return (later) => signIn(later, attempt({ email, password }))
  }),
  verb(
    signIn,
    'owner.sign_in_failed',
    async () => (ctx) => signIn(ctx, attempt({ email: SECRET_WORDS, password: '?' })).catch(unlessRefused),
  ),
  {
    name: 'completeSignIn',
    recorded: ['owner.code_failed'],
    prepare: async (ctx) => {
      const { email, password } = await createTwoFactorOwner(ctx)
      const { token } = await signIn(ctx, attempt({ email, password }))
      const step = { challenge: token, code: SECRET_WORDS, userAgent: null }
      return (later) => completeSignIn(later, step).catch(unlessRefused)
    },
  },
  verb(endSession, 'owner.signed_out', async (ctx) => {
    const { id } = await createTestOwner(ctx)
    const token = await createSession(ctx, { id, userAgent: null })
    return (later) => endSession(later, token)
  }),
  ...teamVerbs,
  ...bookingVerbs,
  verb(resetOwner, 'owner.reset', async (ctx) => {
    await createTestOwner(ctx)
    return resetOwner
  }),

  verb(
    createPost,
    'post.created',
    async () => (ctx) => createPost(ctx, { form: postForm({ content: SECRET_WORDS }), published: false }),
  ),
  verb(
    createPost,
    'post.created',
    async () => (ctx) => createPost(ctx, { form: postForm(), published: true }),
  ),
  verb(
    createPost,
    'post.created',
    async () => (ctx) =>
      createPost(ctx, { form: postForm(), published: false, publishAt: ctx.clock.now() + 60_000 }),
  ),
  verb(
    updatePost,
    'post.unpublished',
    withPost((ctx, { id }) =>
      updatePost(ctx, { id, version: 1, form: postForm({ content: SECRET_WORDS }), published: false }),
    ),
  ),
  verb(
    publishPost,
    'post.published',
    withPost((ctx, { id }) => publishPost(ctx, id), false),
  ),
  verb(
    unpublishPost,
    'post.unpublished',
    withPost((ctx, { id }) => unpublishPost(ctx, id)),
  ),
  verb(
    updatePost,
    'post.scheduled',
    withPost((ctx, { id }) => {
      const publishAt = ctx.clock.now() + 60_000
      return updatePost(ctx, { id, version: 1, form: postForm(), published: false, publishAt })
    }, false),
  ),
  verb(
    restoreRevision,
    'post.revision_restored',
    withPost(async (ctx, { id }) => {
      const [revision] = await listRevisions(ctx, id)
      await restoreRevision(ctx, { postId: id, revisionId: revision?.id ?? '' })
    }),
  ),
  {
    name: 'addPostVersion',
    recorded: ['post.created'],
    async prepare(ctx) {
      await addLanguage(ctx, 'de')
      const { id } = await createTestPost(ctx, { content: SECRET_WORDS })
      return (later) => addPostVersion(later, { id, language: 'de' })
    },
  },
  {
    name: 'markPostUpToDate',
    recorded: ['post.version_checked'],
    async prepare(ctx) {
      const { id } = await germanPost(ctx)
      return (later) => markPostUpToDate(later, id)
    },
  },
  {
    name: 'publishPostVersions',
    recorded: ['post.published'],
    async prepare(ctx) {
      const texts = { title: 'Anrufe', excerpt: '', imageAlt: '', blocks: [SECRET_WORDS] }
      await germanPost(ctx, { texts, before: texts })
      return (later) => publishPostVersions(later, 'de')
    },
  },
  verb(
    deletePost,
    'post.deleted',
    withPost((ctx, { id }) => deletePost(ctx, id)),
  ),
  verb(exportPosts, 'post.exported', async () => exportPosts),
  verb(startImport, 'post.import_started', async () => (ctx) => startImport(ctx, postFile)),
  verb(
    addImportPart,
    'post.import_started',
    async () => (ctx) =>
      addImportPart(ctx, { ...postFile, import: '', part: 0, size: postFile.bytes.byteLength }),
  ),
  verb(confirmPostImport, 'post.import_confirmed', async (ctx) => {
    const { id } = await previewImport(ctx, postFile)
    return (later) => confirmPostImport(later, { id, redirects: true })
  }),
  verb(cancelPostImport, 'post.import_cancelled', async (ctx) => {
    const { id } = await previewImport(ctx, postFile)
    return (later) => cancelPostImport(later, { id })
  }),
  verb(seedPosts, 'demo.seeded', async () => seedPosts),
  verb(addImage, 'image.added', async () => async (ctx) => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36c' } })
      .png()
      .toBuffer()
    await addImage(ctx, { name: 'a.png', bytes })
  }),
  verb(addVideoPart, 'video.added', async () => async (ctx) => {
    const bytes = new TextEncoder().encode('0000ftypisom')
    await addVideoPart(ctx, { video: '', part: 0, size: bytes.byteLength, name: 'a.mp4', bytes })
  }),

  verb(
    exportPersonalData,
    'privacy.exported',
    withId(person, (ctx) => exportPersonalData(ctx, { address: PERSON })),
  ),
  verb(
    erasePersonalData,
    'privacy.erased',
    withId(person, (ctx) => erasePersonalData(ctx, { address: PERSON })),
  ),
  verb(seedLeads, 'demo.seeded', async () => seedLeads),

  verb(
    addText,
    'knowledge.added',
    async () => (ctx) => addText(ctx, { title: 'Prices', text: SECRET_WORDS }),
  ),
  verb(
    addText,
    'knowledge.reread',
    withId(item, (ctx) => addText(ctx, { title: 'Prices', text: SECRET_WORDS })),
  ),
  verb(
    addPdf,
    'knowledge.added',
    async () => (ctx) => addPdf(ctx, { name: 'a.pdf', bytes: createBook(1, 'a') }),
  ),
  verb(
    sharePdf,
    'knowledge.file_made_public',
    withId(pdf, (ctx, id) => sharePdf(ctx, { id, isPublic: true })),
  ),
  verb(
    sharePdf,
    'knowledge.file_made_private',
    withId(openPdf, (ctx, id) => sharePdf(ctx, { id, isPublic: false })),
  ),
  verb(addUrl, 'knowledge.added', async () => (ctx) => addUrl(ctx, { url: 'https://agency.dev/' })),
  verb(
    renameItem,
    'knowledge.renamed',
    withId(item, (ctx, id) => renameItem(ctx, { id, title: 'Fees' })),
  ),
  verb(
    switchItem,
    'knowledge.switched_off',
    withId(item, (ctx, id) => switchItem(ctx, { id, isEnabled: false })),
  ),
  verb(
    switchItem,
    'knowledge.switched_on',
    withId(item, (ctx, id) => switchItem(ctx, { id, isEnabled: true })),
  ),
  verb(rereadItem, 'knowledge.reread', withId(item, rereadItem)),
  verb(
    scheduleRereading,
    'knowledge.rereading_planned',
    withId(page, (ctx, id) => scheduleRereading(ctx, { id, every: 'week' })),
  ),
  verb(deleteItem, 'knowledge.deleted', withId(item, deleteItem)),
  verb(
    restoreItem,
    'knowledge.restored',
    withId(async (ctx) => (await deleteItem(ctx, await item(ctx))).id, restoreItem),
  ),
  verb(dropQuestion, 'knowledge.question_dropped', withId(question, dropQuestion)),
  verb(
    answerQuestion,
    'knowledge.added',
    withId(question, (ctx, id) => answerQuestion(ctx, { id, title: 'Answer', text: SECRET_WORDS })),
  ),
  verb(switchEmbedding, 'settings.meaning_on', async () => (ctx) => switchEmbedding(ctx, true)),
  verb(switchEmbedding, 'settings.meaning_off', async () => (ctx) => switchEmbedding(ctx, false)),

  verb(saveApiConfig, 'settings.ai', async () => (ctx) => saveApiConfig(ctx, apiConfig)),
  verb(
    replaceModel,
    'settings.ai',
    async () => (ctx) => replaceModel(ctx, { use: 'model', model: 'gpt-6-luna' }),
  ),
  verb(removeApiKey, 'settings.ai_key_removed', async (ctx) => {
    await saveApiConfig(ctx, apiConfig)
    return (later) => removeApiKey(later, 'openai')
  }),
  verb(
    saveOpenings,
    'settings.openings',
    async () => (ctx) => saveOpenings(ctx, { questions: SECRET_WORDS }),
  ),
  verb(
    { name: 'chatbotSettings.save' },
    'settings.chatbot',
    async () => (ctx) => chatbotSettings.save(ctx, chatbotSettingsFields({ systemPrompt: SECRET_WORDS })),
  ),
  verb(
    { name: 'chatLimits.save' },
    'settings.limits',
    async () => (ctx) =>
      chatLimits.save(ctx, {
        messagesPerMinute: '10',
        streamsPerAddress: '2',
        messagesPerConversation: '30',
        streamsInAll: '20',
        dailyCap: '10',
        monthlyCap: '100',
        prices: '',
      }),
  ),
  ...settingsVerbs,
  verb(requestBackup, 'backup.requested', async () => requestBackup),
  verb(downloadBackup, 'backup.downloaded', async (ctx) => {
    const { backup, name } = await writtenBackup(ctx)
    return (its) => downloadBackup({ ...its, backup }, { name })
  }),
  {
    name: 'requestRestore',
    recorded: ['backup.restore_requested'],
    prepare: async (ctx) => {
      const { owner, password, codeNow } = await createTwoFactorOwner(ctx)
      const { backup, name } = await writtenBackup(ctx)
      const given = { confirmation: 'RESTORE', password, code: codeNow() }
      return ({ actor }) => {
        const { role } = actor ?? testActor
        const its = asOwner({ ...owner, backup }, { ...(owner.actor ?? testActor), role })
        return requestRestore(its, { what: { name }, ...given })
      }
    },
  },
  verb(requestRebuild, 'settings.analytics_rebuilt', async () => requestRebuild),
  verb(makeShareLink, 'settings.share_link_made', async () => makeShareLink),
  verb(revokeShareLink, 'settings.share_link_revoked', async () => revokeShareLink),
  verb(
    resendEmails,
    'mail.resent',
    withId(createEmail, (ctx, id) => resendEmails(ctx, { ids: [id] })),
  ),
  verb(
    correctEmails,
    'mail.corrected',
    withId(createEmail, (ctx, id) =>
      correctEmails(ctx, { selection: { ids: [id] }, address: 'right@agency.dev' }),
    ),
  ),
  verb(
    dismissEmails,
    'mail.dismissed',
    withId(createEmail, (ctx, id) => dismissEmails(ctx, { ids: [id] })),
  ),
]

function unlessRefused(error: unknown): void {
  if ((error as { code?: unknown }).code !== 'unauthenticated') throw error
}
