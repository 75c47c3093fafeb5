import { v7 } from 'uuid'

/** UUIDv7 (RFC 9562), so that ids sort by creation time on both engines. */
export function newId(): string {
  return v7()
}
