/** An item as the audit log names it. */
export function itemSubject({ id, title }: { id: string; title: string }) {
  return { id, title, path: `/admin/knowledge/${id}` }
}
