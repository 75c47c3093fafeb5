import type { Permission } from '#app/platform/permissions.ts'
import {
  BookOpenText,
  Bot,
  CalendarCheck,
  ChartNoAxesCombined,
  FileCheck2,
  Globe,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mailbox,
  MessagesSquare,
  Newspaper,
  Settings,
  UserRoundPlus,
  Users,
} from '#app/ui/icons.tsx'

type AdminTab = {
  path: string
  name: string
  icon: LucideIcon
  /** The permission that the page's loader requires. */
  read: Permission
  /** Other words by which the command palette finds it. */
  words: string
  /** Adds space above it. */
  begins?: true
  /** Its name in the bar of phones, which shows only those that have one. */
  onPhones?: string
  /** Paths of other pages for which it is shown as current. */
  beside?: RegExp
}

/** The menu of the admin. The command palette offers the same pages. */
export const adminTabs: readonly AdminTab[] = [
  {
    path: '/admin',
    name: 'Today',
    icon: ListChecks,
    read: 'account.read',
    words: 'start home inbox',
    onPhones: 'Today',
  },
  {
    path: '/admin/leads',
    name: 'Leads',
    icon: Inbox,
    read: 'leads.read',
    words: 'inquiries deals',
    onPhones: 'Leads',
    beside: /^\/admin\/(?:unfiled|saved-replies)(?:\/|$)/,
  },
  { path: '/admin/people', name: 'People', icon: Users, read: 'leads.read', words: 'contacts customers' },
  {
    path: '/admin/conversations',
    name: 'Conversations',
    icon: MessagesSquare,
    read: 'conversations.read',
    words: 'chats',
    onPhones: 'Chats',
  },
  {
    path: '/admin/bookings',
    name: 'Bookings',
    icon: CalendarCheck,
    read: 'bookings.read',
    words: 'meetings calendar calls',
  },
  { path: '/admin/outbox', name: 'Outbox', icon: Mailbox, read: 'mail.read', words: 'mails email' },
  {
    path: '/admin/pages',
    name: 'Pages',
    icon: Globe,
    read: 'content.read',
    words: 'site editor new page',
    begins: true,
    beside: /^\/admin\/(?:services|menus|brand|facts|wording|checklist|transfer)(?:\/|$)/,
  },
  {
    path: '/admin/blog',
    name: 'Quick Blog',
    icon: Newspaper,
    read: 'content.read',
    words: 'write a post new create',
  },
  {
    path: '/admin/analytics',
    name: 'Analytics',
    icon: ChartNoAxesCombined,
    read: 'analytics.read',
    words: 'visitors statistics',
  },
  {
    path: '/admin/knowledge',
    name: 'Knowledge Base',
    icon: BookOpenText,
    read: 'knowledge.read',
    words: 'documents upload pdf',
    begins: true,
  },
  {
    path: '/admin/chatbot',
    name: 'Chatbot Settings',
    icon: Bot,
    read: 'knowledge.read',
    words: 'assistant bot prompt',
  },
  {
    path: '/admin/quality',
    name: 'Quality',
    icon: FileCheck2,
    read: 'knowledge.read',
    words: 'tests evaluation',
  },
  {
    path: '/admin/api',
    name: 'API Configuration',
    icon: KeyRound,
    read: 'settings.read',
    words: 'key model provider openai',
  },
  {
    path: '/admin/settings',
    name: 'Settings',
    icon: Settings,
    read: 'settings.read',
    words: 'business hours time zone',
    begins: true,
  },
  {
    path: '/admin/team',
    name: 'Team',
    icon: UserRoundPlus,
    read: 'team.read',
    words: 'members invite roles',
  },
]
