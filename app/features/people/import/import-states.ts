import type { PersonImportTable } from '#app/platform/db/schema/person.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

type State = PersonImportTable['state']

export const importStateNames: Record<State, string> = {
  checking: 'Being read',
  ready: 'Waiting for you',
  importing: 'In progress',
  done: 'Imported',
  failed: 'Failed',
}

export const importStateTone: Record<State, BadgeTone> = {
  checking: 'plain',
  ready: 'accent',
  importing: 'plain',
  done: 'success',
  failed: 'danger',
}
