import { v7 } from 'uuid'

/** A new row's id: UUIDv7 (RFC 9562), so that ids sort by the time of their making on both engines. */
export function newId(): string {
  return v7()
}
