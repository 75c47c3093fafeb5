import { foldForSearch } from '#app/lib/readable-text.ts'

type Place = {
  path: string
  title: string
  /** The labels and headings of its settings, as the page shows them. */
  settings: readonly string[]
  /** If it stands in the list at the side of Settings: a sentence, and the accessible name of its link. */
  listed?: { text: string; label: string }
}

/** All pages on which something is set. */
export const settingsPlaces: readonly Place[] = [
  {
    path: '/admin/settings',
    title: 'Settings',
    settings: [
      'Site name',
      'Contact email',
      'Send notices of inquiries to',
      'LinkedIn',
      'Instagram',
      'Time zone',
      'Currency',
      'Site language',
      'Business hours',
      'Closed on',
    ],
  },
  {
    path: '/admin/connections',
    title: 'Connections',
    settings: [
      'Outgoing mail',
      'Incoming mail',
      'Sending domain',
      'Google client',
      'Microsoft 365 client',
      'Continuous backup',
    ],
    listed: { text: 'Mail, calendars, and where files go', label: 'Open the connections' },
  },
  {
    path: '/admin/contact-form',
    title: 'Contact form',
    settings: ['Add question'],
    listed: { text: 'Your own questions', label: 'Open the contact form' },
  },
  {
    path: '/admin/facts',
    title: 'Facts',
    settings: ['We reply within', 'Prices are in'],
    listed: { text: 'Claims and times, each entered once', label: 'Open the facts' },
  },
  {
    path: '/admin/languages',
    title: 'Languages',
    settings: ['Language'],
    listed: { text: 'The site in other languages', label: 'Open the languages' },
  },
  {
    path: '/admin/brand',
    title: 'Brand',
    settings: ['Logo', 'Share image', 'Accent', 'Fonts', 'Corner radius'],
    listed: { text: 'Name, colours, fonts and corners', label: 'Open the brand' },
  },
  {
    path: '/admin/privacy',
    title: 'Privacy',
    settings: [],
    listed: { text: 'Find, export or erase a person', label: 'Open privacy' },
  },
  {
    path: '/admin/settings/webhooks',
    title: 'API and webhooks',
    settings: ['Webhooks'],
    listed: { text: 'What programs may read and change', label: 'Open API and webhooks' },
  },
  {
    path: '/admin/settings/backups',
    title: 'Backups',
    settings: [],
    listed: { text: 'One is written every night', label: 'Open backups' },
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    settings: [],
    listed: { text: 'Who changed what, and when', label: 'Open the audit log' },
  },
  {
    path: '/admin/chatbot',
    title: 'Chatbot Settings',
    settings: [
      'Bot name',
      'Personality',
      'Response style',
      'Welcome message',
      'System prompt',
      'Allowed link domains',
    ],
  },
  { path: '/admin/chatbot/openings', title: 'Chatbot: greetings', settings: ['Greetings and questions'] },
  { path: '/admin/chatbot/tools', title: 'Chatbot: tools', settings: ['Tools'] },
  {
    path: '/admin/api',
    title: 'API Configuration',
    settings: ['Provider', 'Model', 'API key', 'Base URL', 'Fallback provider'],
  },
  { path: '/admin/api/limits', title: 'Limits', settings: ['Spending'] },
  {
    path: '/admin/analytics/settings',
    title: 'Analytics settings',
    settings: ['Keep single events for (days)'],
  },
  { path: '/admin/analytics/goals', title: 'Goals', settings: [] },
  { path: '/admin/bookings', title: 'Bookings', settings: ['Calendar feed (ICS)', 'Hours'] },
  { path: '/admin/menus', title: 'Menus', settings: [] },
  { path: '/admin/wording', title: 'Wording', settings: [] },
  { path: '/admin/services', title: 'Services and prices', settings: [] },
  { path: '/admin/saved-replies', title: 'Saved replies', settings: [] },
  { path: '/admin/team', title: 'Team', settings: [] },
  {
    path: '/admin/account',
    title: 'Account',
    settings: ['Current password', 'Passkeys', 'Without use (minutes)'],
  },
  { path: '/admin/account/two-factor', title: 'Two-factor', settings: [] },
  { path: '/admin/account/notifications', title: 'Notifications', settings: [] },
]

type Found = { path: string; name: string; where: string }

/** Returns the pages and settings in whose names all typed words begin a word. */
export function findSettings(typed: string): readonly Found[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const all = settingsPlaces.flatMap(({ path, title, settings }): Found[] => [
    { path, name: title, where: '' },
    ...settings.map((name) => ({ path, name, where: title })),
  ])
  return all.filter(({ name, where }) => {
    const own = wordsOf(`${name} ${where}`)
    return words.every((word) => own.some((other) => other.startsWith(word)))
  })
}

function wordsOf(text: string): readonly string[] {
  return foldForSearch(text)
    .split(/\P{Alphabetic}+/u)
    .filter(Boolean)
}
