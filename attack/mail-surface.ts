type Forms = readonly Readonly<Record<string, string>>[]

const listForms: Forms = [
  { intent: 'dismiss', pick: 'some-id', all: '', until: '0' },
  { intent: 'undo-dismissal', at: '1' },
  { intent: 'bring-back', pick: 'some-id' },
]

const mailForms: Forms = [
  { intent: 'file', lead: 'some-id' },
  { intent: 'take-out', lead: 'some-id' },
  { intent: 'make-lead' },
]

const replyForms: Forms = [
  { intent: 'save', id: '', name: 'Thanks', text: 'Dear {name}' },
  { intent: 'delete', id: 'some-id' },
]

export const mailSurfaces = {
  '/admin/saved-replies': { forms: replyForms },
  '/admin/saved-replies/for/:id': {},
  '/admin/unfiled': { query: ['folder', 'page'], forms: listForms },
  '/admin/unfiled/:id': { query: ['q'], forms: mailForms },
}
