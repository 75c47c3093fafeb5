import { requireOwner } from './require-owner.server.ts'

/** For pages that need a member but are outside the admin's layout. */
export const middleware = [requireOwner]
