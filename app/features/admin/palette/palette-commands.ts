import { foldForSearch } from '#app/lib/readable-text.ts'
import { may, type Permission, type Role } from '#app/platform/permissions.ts'

type Command = { title: string; path: string; needs: Permission; words?: string }

/** Pages and actions of the admin, with words to find them by. */
export const commands: readonly Command[] = [
  { title: 'Today', path: '/admin', needs: 'account.read', words: 'start home inbox' },
  { title: 'Leads', path: '/admin/leads', needs: 'leads.read', words: 'inquiries deals' },
  { title: 'Board', path: '/admin/leads/board', needs: 'leads.read', words: 'pipeline columns deals' },
  { title: 'Unfiled mails', path: '/admin/unfiled', needs: 'leads.read', words: 'inbox incoming mailbox' },
  {
    title: 'Saved replies',
    path: '/admin/saved-replies',
    needs: 'leads.read',
    words: 'canned answers texts',
  },
  { title: 'People', path: '/admin/people', needs: 'leads.read', words: 'contacts customers' },
  { title: 'New person', path: '/admin/people/new', needs: 'leads.write', words: 'contact customer create' },
  { title: 'Import people', path: '/admin/people/import', needs: 'leads.write', words: 'csv contacts' },
  { title: 'Conversations', path: '/admin/conversations', needs: 'conversations.read', words: 'chats' },
  {
    title: 'Chats that wait for a person',
    path: '/admin/conversations?waiting=1',
    needs: 'conversations.read',
  },
  { title: 'Outbox', path: '/admin/outbox', needs: 'mail.read', words: 'mails email' },
  { title: 'Refused mails', path: '/admin/outbox?state=failed', needs: 'mail.read', words: 'bounced failed' },
  { title: 'Bookings', path: '/admin/bookings', needs: 'bookings.read', words: 'meetings calendar calls' },
  {
    title: 'New meeting type',
    path: '/admin/bookings/types/new',
    needs: 'bookings.write',
    words: 'bookings create',
  },
  { title: 'Write a post', path: '/admin/blog', needs: 'content.write', words: 'new blog create quick' },
  {
    title: 'Move posts in or out',
    path: '/admin/blog/transfer',
    needs: 'content.write',
    words: 'import export',
  },
  { title: 'Pages', path: '/admin/pages', needs: 'content.read', words: 'site editor new page' },
  { title: 'Brand', path: '/admin/brand', needs: 'content.write', words: 'logo colours fonts name look' },
  { title: 'Menus', path: '/admin/menus', needs: 'content.write', words: 'header footer navigation' },
  { title: 'Services and prices', path: '/admin/services', needs: 'content.write', words: 'plans' },
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
  {
    title: 'Knowledge Base',
    path: '/admin/knowledge',
    needs: 'knowledge.read',
    words: 'documents upload pdf',
  },
  {
    title: 'Chatbot Settings',
    path: '/admin/chatbot',
    needs: 'knowledge.read',
    words: 'assistant bot prompt',
  },
  { title: 'Greetings and questions', path: '/admin/chatbot/openings', needs: 'knowledge.read' },
  { title: 'Tools of the assistant', path: '/admin/chatbot/tools', needs: 'knowledge.read' },
  { title: 'Quality', path: '/admin/quality', needs: 'knowledge.read', words: 'tests evaluation' },
  { title: 'Test questions', path: '/admin/quality/questions', needs: 'knowledge.read', words: 'quality' },
  {
    title: 'API Configuration',
    path: '/admin/api',
    needs: 'settings.read',
    words: 'key model provider openai',
  },
  {
    title: 'Limits and spending',
    path: '/admin/api/limits',
    needs: 'settings.read',
    words: 'caps cost money',
  },
  { title: 'Analytics', path: '/admin/analytics', needs: 'analytics.read', words: 'visitors statistics' },
  { title: 'Goals', path: '/admin/analytics/goals', needs: 'analytics.read', words: 'conversions' },
  {
    title: 'Analytics settings',
    path: '/admin/analytics/settings',
    needs: 'analytics.read',
    words: 'share weekly summary retention',
  },
  { title: 'Settings', path: '/admin/settings', needs: 'settings.read', words: 'business hours time zone' },
  { title: 'Backups', path: '/admin/settings/backups', needs: 'settings.read', words: 'restore' },
  {
    title: 'API and webhooks',
    path: '/admin/settings/webhooks',
    needs: 'settings.read',
    words: 'token rest zapier',
  },
  { title: 'Team', path: '/admin/team', needs: 'team.read', words: 'members invite roles' },
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
]

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
