import { SealBroken, type Vault } from './vault.server.ts'

export const connectionRow = (kind: string): string => `connection:${kind}`
export const calendarRow = (id: string): string => `calendar_feed:${id}`

/** Returns null if it was sealed with another APP_SECRET. */
export function openSealed(vault: Vault, row: string, sealed: string): string | null {
  try {
    return vault.open(row, sealed)
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}
