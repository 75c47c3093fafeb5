export const checklistGroups = {
  identity: 'Name and contact',
  facts: 'Claims and figures',
  services: 'Services and prices',
  pages: 'Pages',
  legal: 'Legal texts',
} as const

export type ChecklistGroup = keyof typeof checklistGroups

/** A claim of the starter's demo brand that the site still makes. */
export type ChecklistItem = {
  id: string
  group: ChecklistGroup
  title: string
  says: string
  /** The admin page on which it is changed. */
  changeAt: string
  /** Whether the site can do without it. */
  canRemove: boolean
}
