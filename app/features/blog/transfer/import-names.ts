import type { BlogImportState, ImportEntryState } from '#app/platform/db/schema/blog.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

export const importStates: Record<BlogImportState, { name: string; tone: BadgeTone }> = {
  uploading: { name: 'Being uploaded', tone: 'plain' },
  reading: { name: 'Being read', tone: 'plain' },
  ready: { name: 'Waiting for you', tone: 'accent' },
  importing: { name: 'In progress', tone: 'plain' },
  cancelling: { name: 'Being cancelled', tone: 'plain' },
  done: { name: 'Imported', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
}

export const entryStateNames: Record<ImportEntryState, { name: string; tone: BadgeTone }> = {
  published: { name: 'Published', tone: 'success' },
  scheduled: { name: 'Scheduled', tone: 'accent' },
  draft: { name: 'Draft', tone: 'plain' },
  unread: { name: 'Not readable', tone: 'warning' },
}

export function outcomeName({
  outcome,
  state,
}: {
  outcome: 'imported' | 'updated' | 'left' | null
  state: ImportEntryState
}): string {
  if (outcome === 'imported') return 'Imported'
  if (outcome === 'updated') return 'Updated'
  return state === 'unread' ? 'Could not be read' : 'Left out'
}

export const ENTRIES_PER_PAGE = 100

/** What can be done to many entries of a preview at once. */
export const bulkChanges = ['published', 'draft', 'import', 'update', 'skip'] as const
export type BulkChange = (typeof bulkChanges)[number]
