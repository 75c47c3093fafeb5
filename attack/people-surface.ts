const person = { name: 'Ada', email: 'ada@example.com', phone: '+49 30 901820', company: 'Engines Ltd' }

const personForms: readonly Readonly<Record<string, string>>[] = [
  { intent: 'details', ...person },
  { intent: 'note', note: 'A note' },
  { intent: 'address', address: 'ada@example.com', email: 'ada@engines.example' },
  { intent: 'merge', other: 'some-id' },
  { intent: 'merge-address', otherAddress: 'ada@engines.example' },
  { intent: 'unmerge', merged: 'some-id' },
]

const leadForms: readonly Readonly<Record<string, string>>[] = [
  { intent: 'note', status: 'new', note: 'A note', day: '2026-01-01', email: 'ada@example.com' },
  { intent: 'work', valueCents: '1,200.50', seen: '' },
  { intent: 'work', nextStep: 'Call back', seen: '' },
  { intent: 'work', dueOn: '2026-11-25', seen: '' },
  { intent: 'work', tags: 'dental, spring', seen: '' },
  { intent: 'assign', memberId: '', seen: '' },
  { intent: 'translate', mail: '' },
]

export const bulkForms: readonly Readonly<Record<string, string>>[] = [
  { intent: 'bulk-status', status: 'won', pick: 'some-id', all: '', view: 'q=ada' },
  { intent: 'bulk-assign', memberId: '', pick: 'some-id', all: '', view: '' },
  { intent: 'bulk-tag', tags: 'dental, spring', pick: 'some-id', all: '', view: '' },
  { intent: 'bulk-untag', tags: 'dental', pick: 'some-id', all: '', view: '' },
  { intent: 'bulk-delete', pick: 'some-id', all: '', view: '' },
  { intent: 'bulk-undo', undo: '1-some-id' },
]

export const peopleSurfaces = {
  '/admin/leads/board': {
    query: ['q', 'show-new', 'show-won'],
    forms: [{ intent: 'move', id: 'some-id', status: 'won', seen: 'new' }],
  },
  '/admin': { query: ['who'], forms: [{ intent: 'snooze', item: 'inquiry:x', until: 'tomorrow' }] },
  '/admin/today/changes': {},
  '/admin/leads/:id/changes': {},
  '/admin/search': { query: ['q'] },
  '/admin/leads/:id': { query: ['before', 'history'], forms: leadForms },
  '/admin/people': { query: ['q', 'sort', 'page'] },
  '/admin/people.csv': { query: ['q', 'sort'] },
  '/admin/people/new': { forms: [{ ...person, note: 'Met at the fair' }] },
  '/admin/people/import': { forms: [{}], file: 'file' },
  '/admin/people/import/:id': {
    forms: [{ intent: 'columns', 'column-0': 'email', 'column-1': 'name', understood: 'on' }],
  },
  '/admin/people/import/:id/state': {},
  '/admin/people/import/:id/left.csv': {},
  '/admin/people/:id': {
    forms: personForms,
  },
}
