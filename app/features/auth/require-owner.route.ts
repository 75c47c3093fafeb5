import { requireOwner } from './require-owner.server.ts'

/** For pages of the owner's that stand outside the admin's layout. */
export const middleware = [requireOwner]
