export const checklistGroups = {
  identity: 'Name and contact',
  facts: 'Claims and figures',
  services: 'Services and prices',
  pages: 'Pages',
  legal: 'Legal texts',
} as const

export type ChecklistGroup = keyof typeof checklistGroups

/** Something that the starter says of its demo brand, and the site still does. */
export type ChecklistItem = {
  id: string
  group: ChecklistGroup
  title: string
  says: string
  /** Where it is changed in the admin. */
  changeAt: string
  /** Whether the site can do without it. */
  canRemove: boolean
}
