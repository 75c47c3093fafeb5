import { openings } from '#app/features/chat/settings/openings.server.ts'
import { chatTools } from '#app/features/chat/tools/chat-tools.server.ts'
import { apiSettings } from '#app/actions/rest/api-settings.server.ts'
import { analyticsSettings } from '#app/features/analytics/settings/analytics-settings.server.ts'
import { addGoal, goals, removeGoal } from '#app/features/analytics/goals/goals.server.ts'
import { menusSetting } from '#app/features/content/menus/menus.server.ts'
import { starterMenus } from '#app/features/content/menus/menus-schema.ts'
import { wordingSetting } from '#app/features/content/wording/wording-setting.server.ts'
import { changeText, resetText } from '#app/features/site/wording/change-wording.server.ts'
import {
  contactQuestions,
  deleteQuestion,
  moveQuestion,
  saveQuestion,
} from '#app/features/leads/questions/contact-questions.server.ts'
import { translationSettings } from '#app/features/translation/translation-settings.server.ts'
import {
  addLanguage,
  moveLanguage,
  removeLanguage,
  switchLanguage,
} from '#app/features/site/languages/change-languages.server.ts'
import { changeMainLanguage } from '#app/features/site/languages/change-main-language.server.ts'
import { siteLanguages } from '#app/features/site/languages/site-languages.server.ts'
import { siteSettings } from '#app/features/site/settings/site-settings.server.ts'
import { starterBrand } from '#app/features/site/brand/brand-schema.ts'
import { brandSetting } from '#app/features/site/brand/brand.server.ts'
import { brandPictures } from '#app/features/site/brand/logo/brand-pictures.server.ts'
import { removeBrandPicture, saveBrand } from '#app/features/site/brand/save-brand.server.ts'
import {
  askStarterAgain,
  checklistSetting,
  confirmStarter,
  overrideChecklist,
  removeStarter,
} from '#app/features/site/checklist/checklist.server.ts'
import { removeConnection, saveConnection } from '#app/features/connections/change-connections.server.ts'
import { removeOauthClient, saveOauthClient } from '#app/features/connections/change-oauth-client.server.ts'
import { backupSettings } from '#app/platform/backup/backup-settings.server.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { siteSettingsFields } from '#tests/factories/site-settings.ts'

import type { TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb } from './admin-verb.ts'

/** Only a signed-in owner has a password to confirm with. */
const signedIn = (later: TestCtx, owner: TestCtx): TestCtx => (later.actor?.role === 'owner' ? owner : later)

const client = { tenant: '', code: '', clientId: 'client', clientSecret: SECRET_WORDS.replaceAll(' ', '-') }
const connection = { service: 'fastmail', user: 'me@agency.dev', password: SECRET_WORDS }

export const settingsVerbs: readonly AdminVerb[] = [
  verb(saveConnection, 'settings.outgoing_mail', async (ctx) => {
    const { owner, password } = await createSignedInOwner(ctx)
    return (later) =>
      saveConnection(signedIn(later, owner), 'outgoing', { ...connection, ownPassword: password })
  }),
  verb(saveOauthClient, 'settings.calendar_client', async (ctx) => {
    const { owner, password: ownPassword } = await createSignedInOwner(ctx)
    return (later) => saveOauthClient(signedIn(later, owner), 'google', { ...client, ownPassword })
  }),
  verb(removeOauthClient, 'settings.calendar_client', async (ctx) => {
    const { owner, password: ownPassword } = await createSignedInOwner(ctx)
    await saveOauthClient(owner, 'google', { ...client, ownPassword })
    return (later) => removeOauthClient(signedIn(later, owner), 'google', { ownPassword, code: '' })
  }),
  verb(removeConnection, 'settings.incoming_mail', async (ctx) => {
    const { owner, password: ownPassword } = await createSignedInOwner(ctx)
    await saveConnection(owner, 'incoming', { ...connection, ownPassword })
    return (later) => removeConnection(signedIn(later, owner), 'incoming', { ownPassword })
  }),
  verb(
    { name: 'analyticsSettings.save' },
    'settings.analytics',
    async () => (ctx) => analyticsSettings.save(ctx, { retentionDays: '90' }),
  ),
  verb(
    { name: 'apiSettings.save' },
    'settings.api',
    async () => (ctx) => apiSettings.save(ctx, { origins: 'https://app.example' }),
  ),
  verb({ name: 'goals.save' }, 'settings.goals', async () => (ctx) => goals.save(ctx, { goals: [] })),
  verb(
    addGoal,
    'settings.goals',
    async () => (ctx) => addGoal(ctx, { name: SECRET_WORDS.slice(0, 60), kind: 'chat', path: '' }),
  ),
  verb(removeGoal, 'settings.goals', async () => (ctx) => removeGoal(ctx, { id: 'chat' })),
  verb(
    { name: 'siteSettings.save' },
    'settings.site',
    async () => (ctx) => siteSettings.save(ctx, siteSettingsFields({ siteName: SECRET_WORDS })),
  ),
  verb(addLanguage, 'settings.languages', async () => (ctx) => addLanguage(ctx, 'de')),
  verb(removeLanguage, 'settings.languages', async (ctx) => {
    await addLanguage(ctx, 'de')
    return (later) => removeLanguage(later, 'de')
  }),
  verb(switchLanguage, 'settings.languages', async (ctx) => {
    await addLanguage(ctx, 'de')
    return (later) => switchLanguage(later, 'de')
  }),
  verb(moveLanguage, 'settings.languages', async (ctx) => {
    for (const tag of ['de', 'fr']) await addLanguage(ctx, tag)
    return (later) => moveLanguage(later, 'fr')
  }),
  verb(
    { name: 'translationSettings.save' },
    'settings.languages',
    async () => (ctx) => translationSettings.save(ctx, { de: { address: 'informal', glossary: [] } }),
  ),
  verb(changeMainLanguage, 'settings.languages', async () => (ctx) => changeMainLanguage(ctx, 'de')),
  verb(
    { name: 'siteLanguages.save' },
    'settings.languages',
    async () => (ctx) => siteLanguages.save(ctx, [{ tag: 'de', isHidden: false }]),
  ),
  verb(
    { name: 'brandSetting.save' },
    'settings.brand',
    async () => (ctx) => brandSetting.save(ctx, { ...starterBrand, accent: '#0a7d55' }),
  ),
  verb(
    { name: 'contactQuestions.save' },
    'settings.contact_form',
    async () => (ctx) => contactQuestions.save(ctx, { asked: [], former: [] }),
  ),
  verb(
    saveQuestion,
    'settings.contact_form',
    async () => (ctx) => saveQuestion(ctx, { id: '', question: 'Your budget?', kind: 'number' }),
  ),
  verb(moveQuestion, 'settings.contact_form', async (ctx) => {
    const { id } = await saveQuestion(ctx, { id: '', question: 'Your budget?', kind: 'number' })
    return (its) => moveQuestion(its, { id, by: 'up' })
  }),
  verb(deleteQuestion, 'settings.contact_form', async (ctx) => {
    const { id } = await saveQuestion(ctx, { id: '', question: 'Your budget?', kind: 'number' })
    return (its) => deleteQuestion(its, { id })
  }),
  verb(
    { name: 'openings.save' },
    'settings.openings',
    async () => (ctx) => openings.save(ctx, { questions: [SECRET_WORDS], pages: [] }),
  ),
  verb(
    { name: 'chatTools.save' },
    'settings.tools',
    async () => (ctx) => chatTools.save(ctx, { off: ['find_page'] }),
  ),
  verb(
    { name: 'menusSetting.save' },
    'settings.menus',
    async () => (ctx) => menusSetting.save(ctx, { ...starterMenus, blurb: SECRET_WORDS }),
  ),
  verb(
    { name: 'wordingSetting.save' },
    'settings.wording',
    async () => (ctx) => wordingSetting.save(ctx, { 'leads.form.send': { text: SECRET_WORDS, earlier: [] } }),
  ),
  verb(
    changeText,
    'settings.wording',
    async () => (ctx) => changeText(ctx, { place: 'leads.form.send', text: SECRET_WORDS }),
  ),
  verb(resetText, 'settings.wording', async (ctx) => {
    await changeText(ctx, { place: 'leads.form.send', text: SECRET_WORDS })
    return (its) => resetText(its, { place: 'leads.form.send' })
  }),
  verb(saveBrand, 'settings.brand', async (ctx) => {
    const { siteName } = await ctx.site(ctx)
    return (its) => saveBrand(its, { ...starterBrand, siteName, radius: 4 })
  }),
  verb(
    { name: 'brandPictures.save' },
    'settings.brand',
    async () => (ctx) => brandPictures.save(ctx, { logo: null, shareImage: null }),
  ),
  verb(removeBrandPicture, 'settings.brand', async () => (ctx) => removeBrandPicture(ctx, { which: 'logo' })),
  verb(
    { name: 'checklistSetting.save' },
    'settings.checklist',
    async () => (ctx) => checklistSetting.save(ctx, { confirmed: [], isOpen: true }),
  ),
  verb(confirmStarter, 'settings.checklist', async () => (ctx) => confirmStarter(ctx, { id: 'fact.hours' })),
  verb(askStarterAgain, 'settings.checklist', async (ctx) => {
    await confirmStarter(ctx, { group: 'facts' })
    return (its) => askStarterAgain(its, { id: 'fact.hours' })
  }),
  verb(removeStarter, 'settings.facts', async () => (ctx) => removeStarter(ctx, { id: 'fact.hours' })),
  verb(
    overrideChecklist,
    'settings.checklist',
    async () => (ctx) => overrideChecklist(ctx, { isOpen: true }),
  ),
  verb(
    { name: 'backupSettings.save' },
    'settings.backup',
    async () => (ctx) => backupSettings.save(ctx, { keep: '3' }),
  ),
]
