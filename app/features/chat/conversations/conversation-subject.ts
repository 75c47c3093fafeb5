/** A conversation as the audit log names it: by nothing that its visitor said. */
export function conversationSubject(id: string): { id: string; path: string } {
  return { id, path: `/admin/conversations/${id}` }
}
