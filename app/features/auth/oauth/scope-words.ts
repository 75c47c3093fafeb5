import type { Permission } from '#app/platform/permissions.ts'

/** What an app may do, in words for the member who is asked. Write permissions include reading. */
export const scopeWords: Readonly<Record<Permission, string>> = {
  'account.read': 'See your name, address and role',
  'account.write': 'Change your account',
  'analytics.read': 'Read the figures of visits, leads and bookings',
  'analytics.write': 'Change the settings of the figures',
  'audit.read': 'Read the audit log',
  'audit.write': 'Export the audit log',
  'bookings.read': 'Read bookings',
  'bookings.write': 'Read, book, move and cancel meetings',
  'content.read': 'Read pages, posts and facts, drafts too',
  'content.write': 'Read, write and publish posts, and change facts',
  'conversations.read': 'Read the conversations of visitors with the assistant',
  'conversations.write': 'Read conversations and answer in them',
  'knowledge.read': 'Read the knowledge base',
  'knowledge.write': 'Read the knowledge base and add to it',
  'leads.read': 'Read leads and people, with their messages and addresses',
  'leads.write': 'Read, add and change leads, and write notes on them',
  'mail.read': 'Read the outbox',
  'mail.write': 'Read the outbox and send mails again',
  'privacy.read': 'See what is held about a person',
  'privacy.write': 'Export and erase what is held about a person',
  'settings.read': 'Read the settings',
  'settings.write': 'Change the settings',
  'team.read': 'See the team',
  'team.write': 'Change the team',
}
