import { isPermission, type Permission } from '#app/platform/permissions.ts'

/** The permissions in a list with spaces, as OAuth writes it; each once, and what is none left out. */
export function permissionsIn(scope: string): Permission[] {
  return [...new Set(scope.split(' ').filter(isPermission))]
}
