import { foldForSearch } from '#app/lib/readable-text.ts'
import { may, type Permission, type Role } from '#app/platform/permissions.ts'

import { adminTabs } from '../layout/admin-tabs.ts'

type Command = { title: string; path: string; needs: Permission; words?: string }

/** Other pages and actions, by the tab that they follow. */
const below: Readonly<Record<string, readonly Command[]>> = {
  '/admin/leads': [
    { title: 'Board', path: '/admin/leads/board', needs: 'leads.read', words: 'pipeline columns deals' },
    { title: 'Unfiled mails', path: '/admin/unfiled', needs: 'leads.read', words: 'inbox incoming mailbox' },
    {
      title: 'Saved replies',
      path: '/admin/saved-replies',
      needs: 'leads.read',
      words: 'canned answers texts',
    },
  ],
  '/admin/people': [
    {
      title: 'New person',
      path: '/admin/people/new',
      needs: 'leads.write',
      words: 'contact customer create',
    },
    { title: 'Import people', path: '/admin/people/import', needs: 'leads.write', words: 'csv contacts' },
  ],
  '/admin/conversations': [
    {
      title: 'Chats that wait for a person',
      path: '/admin/conversations?waiting=1',
      needs: 'conversations.read',
    },
  ],
  '/admin/bookings': [
    {
      title: 'New meeting type',
      path: '/admin/bookings/types/new',
      needs: 'bookings.write',
      words: 'bookings create',
    },
  ],
  '/admin/outbox': [
    {
      title: 'Refused mails',
      path: '/admin/outbox?state=failed',
      needs: 'mail.read',
      words: 'bounced failed',
    },
  ],
  '/admin/pages': [
    { title: 'Brand', path: '/admin/brand', needs: 'content.write', words: 'logo colours fonts name look' },
    { title: 'Menus', path: '/admin/menus', needs: 'content.write', words: 'header footer navigation' },
    { title: 'Services and prices', path: '/admin/services', needs: 'content.write', words: 'plans' },
    { title: 'Languages', path: '/admin/languages', needs: 'content.write', words: 'translate translations' },
    {
      title: 'Import translations',
      path: '/admin/languages/import',
      needs: 'content.write',
      words: 'xliff csv translators',
    },
    { title: 'Facts', path: '/admin/facts', needs: 'content.write', words: 'reply promise numbers' },
    { title: 'Wording', path: '/admin/wording', needs: 'content.write', words: 'texts' },
    {
      title: 'Before going live',
      path: '/admin/checklist',
      needs: 'content.write',
      words: 'checklist starter',
    },
    {
      title: 'Move the site in or out',
      path: '/admin/transfer',
      needs: 'content.write',
      words: 'import export',
    },
  ],
  '/admin/blog': [
    {
      title: 'Move posts in or out',
      path: '/admin/blog/transfer',
      needs: 'content.write',
      words: 'import export',
    },
  ],
  '/admin/analytics': [
    { title: 'Goals', path: '/admin/analytics/goals', needs: 'analytics.read', words: 'conversions' },
    {
      title: 'Analytics settings',
      path: '/admin/analytics/settings',
      needs: 'analytics.read',
      words: 'share weekly summary retention',
    },
  ],
  '/admin/assistants': [
    { title: 'Collections of knowledge', path: '/admin/assistants/collections', needs: 'knowledge.read' },
    { title: 'New assistant', path: '/admin/assistants/new', needs: 'knowledge.write' },
  ],
  '/admin/chatbot': [
    { title: 'Greetings and questions', path: '/admin/chatbot/openings', needs: 'knowledge.read' },
    { title: 'Tools of the assistant', path: '/admin/chatbot/tools', needs: 'knowledge.read' },
  ],
  '/admin/quality': [
    { title: 'Test questions', path: '/admin/quality/questions', needs: 'knowledge.read', words: 'quality' },
  ],
  '/admin/api': [
    {
      title: 'Limits and spending',
      path: '/admin/api/limits',
      needs: 'settings.read',
      words: 'caps cost money',
    },
  ],
  '/admin/settings': [
    {
      title: 'Contact form',
      path: '/admin/contact-form',
      needs: 'settings.read',
      words: 'questions fields',
    },
    { title: 'Backups', path: '/admin/settings/backups', needs: 'settings.read', words: 'restore' },
    {
      title: 'API and webhooks',
      path: '/admin/settings/webhooks',
      needs: 'settings.read',
      words: 'token rest zapier',
    },
  ],
  '/admin/team': [
    { title: 'Audit log', path: '/admin/audit', needs: 'audit.read', words: 'history changes' },
    { title: 'Privacy requests', path: '/admin/privacy', needs: 'privacy.read', words: 'export erase gdpr' },
    { title: 'Account', path: '/admin/account', needs: 'account.read', words: 'password sessions' },
    {
      title: 'Notifications',
      path: '/admin/account/notifications',
      needs: 'account.read',
      words: 'push alerts quiet hours',
    },
    {
      title: 'Two-factor sign-in',
      path: '/admin/account/two-factor',
      needs: 'account.read',
      words: '2fa code',
    },
  ],
}

export const commands: readonly Command[] = adminTabs
  .flatMap(({ path, name, read, words }) => [{ title: name, path, needs: read, words }, below[path]])
  .flat()
  .filter((command) => command !== undefined)

/** Returns the commands that contain every word; the first eight if nothing is typed. */
export function findCommands(typed: string, role: Role): Command[] {
  const words = foldForSearch(typed).split(/\s+/).filter(Boolean)
  const allowed = commands.filter(({ needs }) => may(role, needs))
  if (words.length === 0) return allowed.slice(0, 8)
  return allowed
    .filter(({ title, words: also }) => {
      const text = foldForSearch(`${title} ${also ?? ''}`)
      return words.every((word) => text.includes(word))
    })
    .slice(0, 8)
}
