import { expect, test } from 'vitest'

import { may, permissionsOf, roles } from './permissions.ts'

test('only the owner changes settings, backups and the team', () => {
  for (const permission of ['settings.write', 'team.write', 'privacy.write'] as const)
    expect(roles.filter((role) => may(role, permission))).toEqual(['owner'])
})

test('a viewer changes nothing but the own account', () => {
  expect(permissionsOf.viewer.filter((permission) => permission.endsWith('.write'))).toEqual([
    'account.write',
  ])
})

test('whoever may change an area may read it', () => {
  for (const role of roles)
    for (const permission of permissionsOf[role])
      expect(may(role, permission.replace('.write', '.read') as typeof permission)).toBe(true)
})
