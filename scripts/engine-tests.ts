const twoInstances = 'several instances change the same rows, which only PostgreSQL has'
const ownSql = 'its code has SQL that Kysely does not write the same for both'
const search = 'each engine has a text index of its own'
const locks = 'locks are one writer on SQLite, and rows or names on PostgreSQL'
const erasure = 'erased bytes leave each engine’s files in another way'

/** The verb tests and contracts that `npm test` also runs on PostgreSQL, by folder, and why. */
const byFolder: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app/features': {
    'admin/audit/audit': ownSql,
    'analytics/collect/collector': twoInstances,
    'analytics/crawlers/count-crawlers': ownSql,
    'analytics/rollups/rebuild-rollups': twoInstances,
    'analytics/rollups/retention': erasure,
    'analytics/share/share-link': twoInstances,
    'analytics/stats/filtered': ownSql,
    'analytics/stats/languages': ownSql,
    'auth/create-owner': locks,
    'blog/read-posts': search,
    'blog/write-posts': locks,
    'bookings/availability/daily-maximum': locks,
    'bookings/calendars/refresh-calendar': ownSql,
    'bookings/calendars/online/online-calendars': ownSql,
    'bookings/change-booking': ownSql,
    'chat/clients/client-weeks': twoInstances,
    'chat/clients/clients': twoInstances,
    'chat/embed/refusals': ownSql,
    'chat/conversations/conversation-search': search,
    'chat/conversations/list-conversations': ownSql,
    'chat/conversations/take-over': twoInstances,
    'chat/limits/limits': twoInstances,
    'chat/quality/questions/test-questions': ownSql,
    'chat/replies/follow-reply': twoInstances,
    'chat/replies/send-message': twoInstances,
    'connections/connections': twoInstances,
    'connections/mail-consent': twoInstances,
    'content/menus/menus': twoInstances,
    'content/pages/pages': twoInstances,
    'foreign-messages/foreign-messages': ownSql,
    'knowledge/collections/collections': twoInstances,
    'knowledge/embeddings/embeddings': twoInstances,
    'knowledge/items/items': search,
    'knowledge/search/page-versions': ownSql,
    'knowledge/search/search-passages': twoInstances,
    'leads/board/read-board': ownSql,
    'leads/bulk/change-leads': locks,
    'leads/delete-lead': ownSql,
    'leads/inquiries-side-by-side': locks,
    'leads/lead-filters': ownSql,
    'leads/lead-search': search,
    'leads/list-leads': ownSql,
    'leads/questions/contact-questions': locks,
    'leads/thread/draft-with-assistant': ownSql,
    'leads/thread/long-thread': ownSql,
    'leads/unfiled/unfiled': ownSql,
    'leads/work/change-lead-work': ownSql,
    'notices/notices': ownSql,
    'people/delete-old-people': locks,
    'people/merge-people': twoInstances,
    'people/people': search,
    'privacy/erase-personal-data': erasure,
    'privacy/finish-erasure': erasure,
    'privacy/replay-erasures': erasure,
    'site/checklist/checklist': ownSql,
    'site/settings/site-settings': twoInstances,
    'site/wording/wording': twoInstances,
    'today/today': ownSql,
    'undo/undo-deletions': ownSql,
  },
  'app/platform': {
    'db/like': search,
    'email/queue-email': ownSql,
    'email/send-email': ownSql,
    'jobs/enqueue': locks,
    'jobs/lease': locks,
    'jobs/worker': locks,
    'lists/languages-of-list': ownSql,
    'presence/viewers': twoInstances,
    throttle: ownSql,
  },
  'tests/contracts': {
    'busy-database': locks,
    engine: 'is what both engines promise',
    migrate: 'builds the tables of either engine',
    'missing-database': 'each engine is missing in another way',
    'open-database': 'is what both engines promise',
    'refused-start': 'each engine refuses in another way',
    signals: twoInstances,
    'unlinked-events': ownSql,
  },
}

/** Reasons by path. */
export const engineTests: ReadonlyMap<string, string> = new Map(
  Object.entries(byFolder).flatMap(([folder, tests]) =>
    Object.entries(tests).map(([name, reason]) => [
      `${folder}/${name}.${folder.startsWith('tests') ? 'contract' : 'verb.test'}.ts`,
      reason,
    ]),
  ),
)

/** Permissions and audit entries of verbs do not depend on the engine. */
export const contractsOnFirstEngine = [
  'tests/contracts/roles.contract.ts',
  'tests/contracts/audit.contract.ts',
]

/** They take minutes on PostgreSQL, or go from one engine to the other: `npm run test:all` runs them on both. */
export const leftToAll = [
  'tests/contracts/backup.contract.ts',
  'tests/contracts/killed-upgrade.contract.ts',
  'tests/contracts/restore.contract.ts',
  'tests/contracts/upgrade.contract.ts',
  'app/features/content/transfer/transfer.verb.test.ts',
]
