import { type Expression, sql, type SqlBool } from 'kysely'

/** An opened editor, and when the draft was saved that it began with; 0 if there was none. */
export type DraftEditor = { id: string; seen: number }

/** Returns null for a new post, whose draft only its member has. */
export function readEditor(fields: Readonly<Record<string, string>>): DraftEditor | null {
  const { editor = '', draftSeen = '' } = fields
  return editor === '' ? null : { id: editor, seen: /^\d{1,15}$/.test(draftSeen) ? Number(draftSeen) : 0 }
}

/** Whether an editor saved the stored draft, or began with it. Without an editor, any draft counts as known. */
export function isKnownTo(editor: DraftEditor | null): Expression<SqlBool> {
  if (editor === null) return sql`1 = 1`
  return sql`(blog_draft.editor = ${editor.id} or blog_draft.saved_at <= ${editor.seen})`
}
