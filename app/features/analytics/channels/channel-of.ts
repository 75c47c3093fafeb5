import { assistants } from './ai-names.ts'

export const channels = ['direct', 'search', 'ai', 'social', 'paid', 'email', 'referral', 'campaign'] as const

export type Channel = (typeof channels)[number]

export const channelNames: Readonly<Record<Channel, string>> = {
  direct: 'Direct',
  search: 'Search engines',
  ai: 'AI assistants',
  social: 'Social media',
  paid: 'Paid',
  email: 'E-mail',
  referral: 'Other sites',
  campaign: 'Other campaigns',
}

const searchHosts =
  /^(?:(?:www|search|m|cn|images|news)\.)?(?:google\.[a-z.]{2,6}|bing\.com|duckduckgo\.com|yahoo\.com|ecosia\.org|startpage\.com|qwant\.com|brave\.com|yandex\.[a-z.]{2,6}|baidu\.com|naver\.com|seznam\.cz|kagi\.com)$|^(?:[a-z]{2}\.search|search)\.(?:yahoo|brave)\.com$/
const socialHosts =
  /(?:^|\.)(?:facebook\.com|instagram\.com|linkedin\.com|lnkd\.in|t\.co|twitter\.com|x\.com|youtube\.com|youtu\.be|reddit\.com|pinterest\.[a-z.]{2,6}|tiktok\.com|threads\.net|threads\.com|bsky\.app|mastodon\.social|xing\.com|whatsapp\.com|t\.me|news\.ycombinator\.com|quora\.com|discord\.com)$/
const mailHosts = /(?:^|\.)(?:mail\.[a-z.]+|outlook\.(?:live|office|office365)\.com)$/
const paidMedium = /^(?:cpc|ppc|cpm|cpv|paid.*|display|banner|retargeting)$/
const socialSource = /^(?:facebook|instagram|linkedin|twitter|x|youtube|reddit|tiktok|social)$/

export type Origin = { referrer: string | null; utm: string | null }

type Sorted = { channel: Channel; assistant: string | null }

/** Cache of results: thousands of visits per second share some hundred origins. */
const sortedBefore = new Map<string, Sorted>()
const REMEMBERED = 2000

/** Returns how a visitor came, or null for a page that was reached from another page of the site. */
export function channelOf({ referrer, utm }: Origin): Sorted | null {
  if (referrer === null && utm === null) return null
  const name = `${referrer}\n${utm}`
  const before = sortedBefore.get(name)
  if (before) return before
  if (sortedBefore.size >= REMEMBERED) sortedBefore.clear()
  const sorted = sortOrigin({ referrer, utm })
  sortedBefore.set(name, sorted)
  return sorted
}

function sortOrigin({ referrer, utm }: Origin): Sorted {
  const [source = '', medium = ''] = utm === null ? [] : utm.toLowerCase().split(' / ')
  const assistant = assistantOf(source, referrer)
  if (assistant !== null) return { channel: 'ai', assistant }
  return { channel: plainChannel(referrer, { source, medium, isLabelled: utm !== null }), assistant: null }
}

type Labels = { source: string; medium: string; isLabelled: boolean }

function plainChannel(referrer: string | null, { source, medium, isLabelled }: Labels): Channel {
  if (paidMedium.test(medium)) return 'paid'
  if (/^(?:e-?mail|newsletter)$/.test(medium) || /^(?:e-?mail|newsletter)$/.test(source)) return 'email'
  if (medium.startsWith('social') || socialSource.test(source)) return 'social'
  if (isLabelled) return 'campaign'
  if (referrer === null || referrer === 'direct') return 'direct'
  if (searchHosts.test(referrer)) return 'search'
  if (mailHosts.test(referrer)) return 'email'
  return socialHosts.test(referrer) ? 'social' : 'referral'
}

const byHost = new Map(assistants.flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const)))
const byLabel = new Map(
  assistants.flatMap(({ name, hosts, labels }) =>
    [...hosts, ...labels].map((label) => [label, name] as const),
  ),
)

function assistantOf(source: string, referrer: string | null): string | null {
  const labelled = byLabel.get(source.replace(/^www\./, ''))
  if (labelled !== undefined) return labelled
  for (let host = referrer; host?.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
    const name = byHost.get(host)
    if (name !== undefined) return name
  }
  return null
}
