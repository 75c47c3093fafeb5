const areas = [
  'account',
  'analytics',
  'audit',
  'bookings',
  'content',
  'conversations',
  'knowledge',
  'leads',
  'mail',
  'privacy',
  'settings',
  'team',
] as const

export type Area = (typeof areas)[number]
export type Permission = `${Area}.${'read' | 'write'}`

export const roles = ['owner', 'editor', 'sales', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Each member's own account: password, sessions, two-factor. */
const ownAccount: readonly Permission[] = ['account.read', 'account.write']

/** The permissions of each role (docs/decisions/0069). */
export const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  owner: areas.flatMap((area) => [`${area}.read`, `${area}.write`] as const),
  editor: [
    ...ownAccount,
    'analytics.read',
    'content.read',
    'content.write',
    'knowledge.read',
    'knowledge.write',
  ],
  sales: [
    ...ownAccount,
    'analytics.read',
    'bookings.read',
    'bookings.write',
    'content.read',
    'conversations.read',
    'conversations.write',
    'knowledge.read',
    'leads.read',
    'leads.write',
    'mail.read',
    'mail.write',
  ],
  viewer: [
    ...ownAccount,
    'analytics.read',
    'bookings.read',
    'content.read',
    'conversations.read',
    'knowledge.read',
    'leads.read',
  ],
}

/** Returns the roles whose permissions `role` includes. */
export function rolesWithin(role: Role): Role[] {
  return roles.filter((other) => permissionsOf[other].every((permission) => may(role, permission)))
}

/** Whether a role may change what the permission `read` lets it see. */
export function mayChange(role: Role, read: Permission): boolean {
  const write = read.replace('.read', '.write')
  return permissionsOf[role].some((permission) => permission === write)
}

const all = new Set<string>(permissionsOf.owner)

export function isPermission(text: string): text is Permission {
  return all.has(text)
}

export function may(role: Role, permission: Permission): boolean {
  return permissionsOf[role].includes(permission)
}
