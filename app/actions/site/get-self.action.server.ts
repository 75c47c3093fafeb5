import { z } from 'zod'

import { permissionsOf, roles } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

export const getSelfAction = defineAction({
  name: 'get_self',
  title: 'Who am I',
  description: 'Tells which member you act for and what you may do. Asks you to sign in if you are not.',
  input: z.strictObject({}),
  output: z.object({
    memberId: id,
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    permissions: z.array(z.string()),
  }),
  permission: 'account.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/self' },
  async run(ctx) {
    const { memberId, name, email, role, scopes } = requireActor(ctx, 'account.read')
    return { memberId, name, email, role, permissions: [...(scopes ?? permissionsOf[role])] }
  },
})
