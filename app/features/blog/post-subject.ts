/** A post as the audit log names it. */
export function postSubject({ id, title }: { id: string; title: string }) {
  return { id, title, path: `/admin/blog/${id}` }
}
