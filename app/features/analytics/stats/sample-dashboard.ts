import { assertDefined } from '#app/lib/assert-defined.ts'
import { listDays } from '#app/lib/days.ts'

import type { Range } from './range.ts'
import type { Dashboard } from './read-dashboard.server.ts'
import type { Figure } from './read-figures.server.ts'

/** 1,247 visitors, 3,891 page views, 89 contacts; up by 12, 8 and 23 percent. */
const totals: Dashboard['totals'] = {
  visitors: sampleFigure(1247, 12),
  pageViews: sampleFigure(3891, 8),
  contacts: sampleFigure(89, 23),
  chats: sampleFigure(214, 17),
}

function sampleFigure(now: number, percent: number): Figure {
  return { now, before: Math.round(now / (1 + percent / 100)), trend: { percent } }
}

type Rows = Dashboard['lists']['pages']

const rowsOf = (...rows: [key: string, visitors: number, n: number][]): Rows =>
  rows.map(([key, visitors, n]) => ({ key, visitors, n }))

const lists: Dashboard['lists'] = {
  services: rowsOf(
    ['ai-voice-agents', 0, 31],
    ['ai-chatbots', 0, 24],
    ['website-development', 0, 17],
    ['workflow-automation', 0, 11],
    ['ai-video-production', 0, 6],
  ),
  pages: rowsOf(
    ['/', 812, 1304],
    ['/services/ai-voice-agents', 388, 611],
    ['/services', 341, 492],
    ['/contact', 265, 377],
    ['/services/ai-chatbots', 243, 366],
    ['/blog', 187, 295],
    ['/about', 152, 219],
    ['/services/website-development', 149, 227],
  ),
  channels: rowsOf(
    ['direct', 498, 611],
    ['search', 460, 543],
    ['social', 171, 203],
    ['ai', 96, 118],
    ['referral', 43, 47],
  ),
  assistants: rowsOf(['ChatGPT', 58, 71], ['Perplexity', 23, 28], ['Claude', 15, 19]),
  referrers: rowsOf(
    ['direct', 498, 611],
    ['google.com', 402, 477],
    ['linkedin.com', 171, 203],
    ['bing.com', 58, 66],
    ['news.ycombinator.com', 43, 47],
  ),
  campaigns: rowsOf(
    ['google / cpc / voice-agents', 118, 139],
    ['newsletter / email / autumn', 64, 81],
    ['linkedin / social / launch', 37, 44],
  ),
  countries: rowsOf(
    ['US', 471, 1498],
    ['DE', 212, 655],
    ['GB', 163, 498],
    ['IN', 140, 441],
    ['PT', 74, 236],
    ['CA', 61, 188],
    ['NL', 48, 141],
    ['AE', 33, 97],
  ),
  devices: rowsOf(['desktop', 721, 2347], ['mobile', 478, 1392], ['tablet', 48, 152]),
  languages: [],
  'lead-channels': rowsOf(
    ['google.com', 0, 34],
    ['direct', 0, 22],
    ['google / cpc / voice-agents', 0, 19],
    ['linkedin.com', 0, 14],
  ),
  'lead-pages': rowsOf(
    ['/services/ai-voice-agents', 0, 33],
    ['/', 0, 29],
    ['/services/ai-chatbots', 0, 16],
    ['/blog', 0, 11],
  ),
}

/** Returns made-up figures; they are shown with a badge that says so and never mixed with real ones. */
export function sampleDashboard(range: Range, now: number): Dashboard {
  return {
    totals,
    series: { unit: 'day', points: samplePoints(range), unfinished: null },
    lists,
    funnel: [
      { step: 'page', visitors: 1247 },
      { step: 'service', visitors: 684 },
      { step: 'talk', visitors: 352 },
      { step: 'inquiry', visitors: 89 },
    ],
    vitals: [
      { vital: 'lcp', p75: 1150, samples: 3102 },
      { vital: 'cls', p75: 5, samples: 3102 },
      { vital: 'inp', p75: 96, samples: 1980 },
    ],
    goals: [
      { id: 'inquiry', name: 'Inquiry', conversions: 89 },
      { id: 'chat', name: 'Chat', conversions: 214 },
    ],
    crawlers: [
      { key: 'GPTBot', n: 412, pages: 37 },
      { key: 'ClaudeBot', n: 268, pages: 35 },
      { key: 'PerplexityBot', n: 121, pages: 22 },
    ],
    activities: sampleActivities(now),
    refused: [],
    present: 7,
    drift: 0,
    isEmpty: false,
    filteredSince: null,
  }
}

/** Distributes the totals over the days with quieter weekends; the first days get the rounding remainders. */
function samplePoints({ from, to }: Range): Dashboard['series']['points'] {
  const days = listDays(from, to)
  const weights = days.map((day, n) => {
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
    return (isWeekend ? 0.55 : 1) * (1 + 0.18 * Math.sin(n * 1.7) + (0.25 * n) / days.length)
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const spread = (total: number) => {
    const shares = weights.map((weight) => Math.floor((total * weight) / whole))
    const rest = total - shares.reduce((sum, share) => sum + share, 0)
    return shares.map((share, n) => share + (n < rest ? 1 : 0))
  }
  const [visitors, pageViews, contacts] = [spread(1247), spread(3891), spread(89)]
  const share = (shares: number[], n: number) => assertDefined(shares[n], 'each day has a share')
  return days.map((at, n) => ({
    at,
    visitors: share(visitors, n),
    pageViews: share(pageViews, n),
    contacts: share(contacts, n),
    before: null,
  }))
}

const happened = [
  ['contact_form', '/contact', 'ai-voice-agents', 'US'],
  ['chat', '/services/ai-chatbots', null, 'DE'],
  ['service_inquiry', '/contact', 'website-development', 'GB'],
  ['chat', '/', null, 'IN'],
  ['contact_form', '/services/workflow-automation', 'workflow-automation', 'PT'],
] as const

function sampleActivities(now: number): Dashboard['activities'] {
  return Array.from({ length: 10 }, (_, n) => {
    const [kind, path, service, country] = happened[n % happened.length] ?? happened[0]
    const at = now - (n * n + 1) * 7 * 60_000
    return { id: `sample-${n}`, at, kind, path, service, referrer: null, utm: null, country }
  })
}
