import { isPermission, type Permission } from '#app/platform/permissions.ts'

/** The permissions in a list with spaces, as OAuth writes it; each once, and what is none left out. */
export function permissionsIn(scope: string): Permission[] {
  return [...new Set(scope.split(' ').filter(isPermission))]
}

/** What may be changed may be read too: an answer to a change shows the record. */
export function withReading(scopes: readonly Permission[]): Permission[] {
  return permissionsIn(scopes.flatMap((scope) => [scope.replace('.write', '.read'), scope]).join(' '))
}
