import type { EventKind } from '#app/platform/db/schema/analytics.ts'
import { englishNameOf } from '#app/lib/languages.ts'

import { type Channel, channelNames } from '../channels/channel-of.ts'
import type { Dimension } from '../rollups/dimensions.ts'

import type { FilterName } from './filters.ts'

/** The dashboard's lists with headings, dimension and the figure by which they are sorted. */
export const listPanels = {
  services: {
    title: 'Top services',
    unit: 'Service',
    dimension: 'service',
    filter: 'service',
    by: 'n',
    most: 5,
  },
  pages: { title: 'Top pages', unit: 'Page', dimension: 'path', filter: 'page', by: 'visitors', most: 8 },
  channels: {
    title: 'Channels',
    unit: 'Channel',
    dimension: 'channel',
    filter: 'channel',
    by: 'visitors',
    most: 8,
  },
  assistants: {
    title: 'AI assistants',
    unit: 'Assistant',
    dimension: 'assistant',
    filter: 'assistant',
    by: 'visitors',
    most: 8,
  },
  referrers: {
    title: 'Referrers',
    unit: 'Source',
    dimension: 'referrer',
    filter: 'source',
    by: 'visitors',
    most: 8,
  },
  campaigns: {
    title: 'Campaigns',
    unit: 'Campaign',
    dimension: 'utm',
    filter: 'campaign',
    by: 'visitors',
    most: 8,
  },
  countries: {
    title: 'Countries',
    unit: 'Country',
    dimension: 'country',
    filter: 'country',
    by: 'visitors',
    most: 8,
  },
  devices: {
    title: 'Devices',
    unit: 'Device',
    dimension: 'device',
    filter: 'device',
    by: 'visitors',
    most: 3,
  },
  languages: {
    title: 'Languages',
    unit: 'Language',
    dimension: 'language',
    filter: 'language',
    by: 'visitors',
    most: 8,
  },
  'lead-channels': {
    title: 'Channels that bring leads',
    unit: 'Channel',
    dimension: 'lead_channel',
    filter: 'lead',
    by: 'n',
    most: 8,
  },
  'lead-pages': {
    title: 'Pages that bring leads',
    unit: 'First page',
    dimension: 'lead_page',
    filter: 'entry',
    by: 'n',
    most: 8,
  },
} as const satisfies Record<string, ListPanel>

type ListPanel = {
  title: string
  unit: string
  dimension: Dimension
  filter: FilterName
  by: 'n' | 'visitors'
  most: number
}

export type ListPanelName = keyof typeof listPanels

export const listPanelNames = Object.keys(listPanels) as ListPanelName[]

export type PanelRow = { key: string; n: number; visitors: number }

export function rankRows(name: ListPanelName, rows: Iterable<PanelRow>): PanelRow[] {
  const { by } = listPanels[name]
  return [...rows].sort(
    (one, other) => other[by] - one[by] || other.n - one.n || (one.key < other.key ? -1 : 1),
  )
}

let countryNames: Intl.DisplayNames | undefined
const deviceNames: Record<string, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' }

export function keyLabel(panel: ListPanelName, key: string): string {
  if (key === 'other' && panel !== 'services') return 'All others'
  if (panel === 'countries')
    return (countryNames ??= new Intl.DisplayNames(['en'], { type: 'region' })).of(key) ?? key
  if (panel === 'languages') return englishNameOf(key)
  if (panel === 'devices') return deviceNames[key] ?? key
  if (panel === 'services') return serviceLabel(key)
  if (panel === 'channels') return channelNames[key as Channel] ?? key
  return key === 'direct' ? 'Direct' : key
}

/** Returns a service's slug as a name, with AI and SEO in capitals. */
export function serviceLabel(slug: string): string {
  return slug
    .split('-')
    .map((word) =>
      /^(ai|seo)$/.test(word) ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join(' ')
}

export const activityTitles: Record<EventKind, string> = {
  page_view: 'Page view',
  contact_form: 'Inquiry',
  service_inquiry: 'Interest in a service',
  chat: 'Chat started',
  web_vitals: 'Web vitals',
}
