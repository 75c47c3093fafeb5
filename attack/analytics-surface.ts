import { filterNames } from '../app/features/analytics/stats/filters.ts'

const view = ['from', 'to', 'range', 'panel', 'key', 'compare', 'since', ...filterNames]

export const analyticsSurfaces = {
  '/admin/shared-analytics': { query: view },
  '/admin/analytics': { query: view },
  '/admin/analytics.csv': { query: view },
  '/admin/analytics/goals': { forms: [{ intent: 'add', name: 'Thanks', kind: 'page', path: '/contact' }] },
  '/admin/analytics/settings': {
    forms: [
      { intent: 'save', retentionDays: '90', honourPrivacy: 'on' },
      { intent: 'rebuild', retentionDays: '', honourPrivacy: '' },
    ],
  },
}
