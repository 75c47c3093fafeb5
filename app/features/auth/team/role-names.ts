import type { Role } from '#app/platform/permissions.ts'

export const roleNames: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: 'Owner', may: 'Can do everything.' },
  editor: { name: 'Editor', may: 'Writes pages, posts and knowledge.' },
  sales: { name: 'Sales', may: 'Handles leads, conversations and mails; reads the site.' },
  viewer: { name: 'Viewer', may: 'Reads leads, conversations, content and figures.' },
}
