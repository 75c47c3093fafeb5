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
  MessageCirclePlus,
  MessagesSquare,
  Newspaper,
  Settings,
  UserRoundPlus,
  Users,
} from '#app/ui/icons.tsx'

export const tabGroups = ['Inbox', 'Site', 'Assistant', 'Installation'] as const
type TabGroup = (typeof tabGroups)[number]

/** More are shown as 99+. */
export const MOST_WAITING = 99

/** What waits for a member, each counted up to one more than `MOST_WAITING`. */
export type Waiting = { newLeads: number; waitingChats: number; refusedMails: number }

type AdminTab = {
  path: string
  name: string
  icon: LucideIcon
  /** The permission that the page's loader requires. */
  read: Permission
  /** Other words by which the command palette finds it. */
  words: string
  group: TabGroup
  /** The number that is shown beside its name, if it is not 0. */
  waits?: keyof Waiting
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
    group: 'Inbox',
    icon: ListChecks,
    read: 'account.read',
    words: 'start home inbox',
    onPhones: 'Today',
  },
  {
    path: '/admin/leads',
    name: 'Leads',
    group: 'Inbox',
    waits: 'newLeads',
    icon: Inbox,
    read: 'leads.read',
    words: 'inquiries deals',
    onPhones: 'Leads',
    beside: /^\/admin\/(?:unfiled|saved-replies)(?:\/|$)/,
  },
  {
    path: '/admin/people',
    name: 'People',
    group: 'Inbox',
    icon: Users,
    read: 'leads.read',
    words: 'contacts customers',
  },
  {
    path: '/admin/conversations',
    name: 'Conversations',
    group: 'Inbox',
    waits: 'waitingChats',
    icon: MessagesSquare,
    read: 'conversations.read',
    words: 'chats',
    onPhones: 'Chats',
  },
  {
    path: '/admin/bookings',
    name: 'Bookings',
    group: 'Inbox',
    icon: CalendarCheck,
    read: 'bookings.read',
    words: 'meetings calendar calls',
  },
  {
    path: '/admin/outbox',
    name: 'Outbox',
    group: 'Inbox',
    waits: 'refusedMails',
    icon: Mailbox,
    read: 'mail.read',
    words: 'mails email',
  },
  {
    path: '/admin/pages',
    name: 'Pages',
    group: 'Site',
    icon: Globe,
    read: 'content.read',
    words: 'site editor new page',
    beside: /^\/admin\/(?:services|menus|brand|facts|languages|wording|checklist|transfer)(?:\/|$)/,
  },
  {
    path: '/admin/blog',
    name: 'Quick Blog',
    group: 'Site',
    icon: Newspaper,
    read: 'content.read',
    words: 'write a post new create',
  },
  {
    path: '/admin/analytics',
    name: 'Analytics',
    group: 'Site',
    icon: ChartNoAxesCombined,
    read: 'analytics.read',
    words: 'visitors statistics',
  },
  {
    path: '/admin/knowledge',
    name: 'Knowledge Base',
    group: 'Assistant',
    icon: BookOpenText,
    read: 'knowledge.read',
    words: 'documents upload pdf',
  },
  {
    path: '/admin/chatbot',
    name: 'Chatbot Settings',
    group: 'Assistant',
    icon: Bot,
    read: 'knowledge.read',
    words: 'assistant bot prompt',
  },
  {
    path: '/admin/assistants',
    name: 'Assistants',
    group: 'Assistant',
    icon: MessageCirclePlus,
    read: 'knowledge.read',
    words: 'embed snippet widget other sites collections',
  },
  {
    path: '/admin/quality',
    name: 'Quality',
    group: 'Assistant',
    icon: FileCheck2,
    read: 'knowledge.read',
    words: 'tests evaluation',
  },
  {
    path: '/admin/api',
    name: 'API Configuration',
    group: 'Assistant',
    icon: KeyRound,
    read: 'settings.read',
    words: 'key model provider openai',
  },
  {
    path: '/admin/settings',
    name: 'Settings',
    group: 'Installation',
    icon: Settings,
    read: 'settings.read',
    words: 'business hours time zone',
  },
  {
    path: '/admin/connections',
    name: 'Connections',
    group: 'Installation',
    icon: KeyRound,
    read: 'settings.read',
    words: 'mail smtp',
  },
  {
    path: '/admin/team',
    name: 'Team',
    group: 'Installation',
    icon: UserRoundPlus,
    read: 'team.read',
    words: 'members invite roles',
  },
]
