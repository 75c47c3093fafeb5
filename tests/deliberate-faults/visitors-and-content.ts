import type { Fault } from './fault.ts'

/** Faults in what visitors send and see. */
export const faultsForVisitors: readonly Fault[] = [
  {
    name: 'permission',
    what: 'members who may only read leads can tag them',
    file: 'app/features/leads/bulk/tag-leads.server.ts',
    from: "requireActor(ctx, 'leads.write')",
    to: "requireActor(ctx, 'leads.read')",
    tests: ['tests/contracts/roles.contract.ts'],
    project: 'sqlite',
  },
  {
    name: 'undo',
    what: 'an undo takes leads from members who are still in the team',
    file: 'app/features/leads/bulk/undo-bulk.server.ts',
    from: 'names.has(attended)',
    to: 'names.has(leadId)',
    tests: ['app/features/leads/bulk/change-leads.verb.test.ts'],
    project: 'sqlite',
  },
  {
    name: 'bookings',
    what: 'a meeting that would end after the asked range is not offered',
    file: 'app/features/bookings/availability/free-times.ts',
    from: 'to: to + length }',
    to: 'to }',
    tests: ['app/features/bookings/availability/free-times.test.ts'],
    project: 'unit',
  },
  {
    name: 'webhooks',
    what: 'a delivery that already waits is queued again',
    file: 'app/features/webhooks/queue-deliveries.server.ts',
    from: ', { id: `${deliverWebhook.name}:${id}:${round}` })',
    to: ')',
    tests: ['app/features/webhooks/webhooks.verb.test.ts'],
    project: 'sqlite',
  },
  {
    name: 'erasure',
    what: 'deliveries about erased conversations are kept',
    file: 'app/features/privacy/erase-holdings.server.ts',
    from: '[...leads, ...conversations, ...emails]',
    to: '[...leads, ...emails]',
    tests: ['app/features/privacy/erase-personal-data.verb.test.ts'],
    project: 'sqlite',
  },
  {
    name: 'leads',
    what: 'a search that finds as many leads as are counted shows an arbitrary part of them',
    file: 'app/features/leads/list-leads.server.ts',
    from: 'first.counted >= most',
    to: 'first.counted > most',
    tests: ['app/features/leads/lead-search.verb.test.ts'],
    project: 'sqlite',
  },
]
