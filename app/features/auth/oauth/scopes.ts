import { isPermission, type Permission } from '#app/platform/permissions.ts'

/** Returns the permissions in a space-separated list (OAuth's format), without duplicates and unknown ones. */
export function permissionsIn(scope: string): Permission[] {
  return [...new Set(scope.split(' ').filter(isPermission))]
}

/** Adds the read permission to each write permission, because the response to a change shows the record. */
export function withReading(scopes: readonly Permission[]): Permission[] {
  return permissionsIn(scopes.flatMap((scope) => [scope.replace('.write', '.read'), scope]).join(' '))
}
