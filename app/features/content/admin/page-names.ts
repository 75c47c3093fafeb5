import type { BadgeTone } from '#app/ui/badge.tsx'

import type { PageKind } from '../page-kinds.ts'
import type { pageStates } from '../pages/page-list-query.ts'

type State = (typeof pageStates)[number]

export const kindNames: Readonly<Record<PageKind, string>> = {
  page: 'Page',
  service: 'Service',
  legal: 'Legal',
  'case-study': 'Case study',
}

export const stateNames: Readonly<Record<State, string>> = {
  published: 'Published',
  changed: 'Changed',
  draft: 'Draft',
  scheduled: 'Scheduled',
}

export const stateTones: Readonly<Record<State, BadgeTone>> = {
  published: 'success',
  changed: 'warning',
  draft: 'plain',
  scheduled: 'accent',
}
