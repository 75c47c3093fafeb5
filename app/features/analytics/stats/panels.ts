import type { EventKind } from '#app/platform/db/schema/analytics.ts'

import type { Dimension } from '../rollups/dimensions.ts'

/** The dashboard's lists with their headings, their dimension and the figure that orders them. */
export const listPanels = {
  services: { title: 'Top services', unit: 'Service', dimension: 'service', by: 'n', most: 5 },
  pages: { title: 'Top pages', unit: 'Page', dimension: 'path', by: 'visitors', most: 8 },
  referrers: { title: 'Referrers', unit: 'Source', dimension: 'referrer', by: 'visitors', most: 8 },
  campaigns: { title: 'Campaigns', unit: 'Campaign', dimension: 'utm', by: 'visitors', most: 8 },
  countries: { title: 'Countries', unit: 'Country', dimension: 'country', by: 'visitors', most: 8 },
  devices: { title: 'Devices', unit: 'Device', dimension: 'device', by: 'visitors', most: 3 },
  'lead-channels': {
    title: 'Channels that bring leads',
    unit: 'Channel',
    dimension: 'lead_channel',
    by: 'n',
    most: 8,
  },
  'lead-pages': {
    title: 'Pages that bring leads',
    unit: 'First page',
    dimension: 'lead_page',
    by: 'n',
    most: 8,
  },
} as const satisfies Record<
  string,
  { title: string; unit: string; dimension: Dimension; by: 'n' | 'visitors'; most: number }
>

export type ListPanelName = keyof typeof listPanels

export const listPanelNames = Object.keys(listPanels) as ListPanelName[]

export type PanelRow = { key: string; n: number; visitors: number }

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
const deviceNames: Record<string, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' }

export function keyLabel(panel: ListPanelName, key: string): string {
  if (key === 'other' && panel !== 'services') return 'All others'
  if (panel === 'countries') return countryNames.of(key) ?? key
  if (panel === 'devices') return deviceNames[key] ?? key
  if (panel === 'services') return serviceLabel(key)
  return key === 'direct' ? 'Direct' : key
}

/** A service's slug as its name, with AI and SEO in capitals. */
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
  chat: 'Chat begun',
  web_vitals: 'Web vitals',
}
