import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { may, type Permission, roles } from '#app/platform/permissions.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { type AdminVerb, SECRET_WORDS, storedRows } from './admin-verb.ts'
import { readingVerbs } from './unrecorded-verbs.ts'
import {
  expectedPermissions,
  expectedVerbs,
  isExpectedToHave,
  permissionsOfVerb,
} from './expected-permissions.ts'

const found: Record<string, unknown> = Object.assign(
  {},
  ...(await Promise.all(
    globSync('tests/contracts/*-verbs.ts').map((path) => import(resolve(path)) as Promise<object>),
  )),
)

/** All verbs that the lists in this folder name. */
const verbs = new Map(
  Object.values(found)
    .flatMap((list) => (typeof list === 'function' ? (list(SECRET_WORDS) as unknown[]) : list))
    .filter((each): each is AdminVerb => typeof each === 'object' && each !== null && 'prepare' in each)
    .map((each) => [each.name, each]),
)

/** Verbs of sign-in and of commands, which no member calls. */
const forNoMember = [
  'acceptInvitation',
  'completeSignIn',
  'createOwner',
  'createOwnerFromEnv',
  'endSession',
  'resetOwner',
  'resetPassword',
  'seedLeads',
  'seedPosts',
  'signIn',
  'signInWithPasskey',
]

const members = roles.filter((role) => role !== 'owner')
const as = (ctx: TestCtx, role: (typeof roles)[number]) => asOwner(ctx, { ...testActor, role })
const mayAll = (role: (typeof roles)[number], taken: readonly Permission[]) =>
  taken.every((permission) => isExpectedToHave(role, permission))

async function ready({ prepare }: AdminVerb) {
  const { mail } = await createTestSmtp()
  const ctx = asOwner(await createTestCtx({ mail }))
  return { ctx, run: await prepare(ctx) }
}

async function codeOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
    return null
  } catch (error) {
    return (error as { code?: unknown }).code ?? error
  }
}

const tried = [...verbs.values()].filter(
  ({ name }) => !forNoMember.includes(name) && permissionsOfVerb(name).length > 0,
)

test('every verb but those that no member calls stands in the list of permissions', () => {
  expect(verbs.size).toBeGreaterThan(80)
  const without = [...verbs.keys()].filter((name) => !tried.some((each) => each.name === name))
  expect(without.toSorted()).toEqual(forNoMember)
})

test('every role has exactly the permissions of the list', () => {
  for (const role of roles)
    expect(
      expectedPermissions.filter((permission) => may(role, permission)),
      role,
    ).toEqual(expectedPermissions.filter((permission) => isExpectedToHave(role, permission)))
})

test.each(tried.map((verb) => [verb.name, verb] as const))(
  '%s is refused exactly to the roles that the table refuses',
  async (name, verb) => {
    const taken = permissionsOfVerb(name)
    let { ctx, run } = await ready(verb)
    const stored = await storedRows(ctx)
    for (const role of members.filter((each) => !mayAll(each, taken)))
      expect(await codeOf(() => run(as(ctx, role))), role).toBe('forbidden')
    expect(await storedRows(ctx)).toEqual(stored)
    for (const [n, role] of members.filter((each) => mayAll(each, taken)).entries()) {
      if (n > 0) ({ ctx, run } = await ready(verb))
      expect(await codeOf(() => run(as(ctx, role))), role).toBeNull()
    }
  },
)

/** An input that has every property and can be called. */
const anything: unknown = new Proxy(() => '', {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : anything),
  apply: () => anything,
})

/** Exported functions that ask for a permission themselves, with their files. */
const asking = globSync('app/features/**/*.server.{ts,tsx}').flatMap((path) =>
  readFileSync(path, 'utf8')
    .split(/^(?=(?:export )?(?:async )?function)/m)
    .filter((source) => /requireActor\(\s*\w+,\s*'/.test(source))
    .flatMap((source) => [...source.matchAll(/^export (?:async )?function\*? (\w+)/g)])
    .map(([, name = '']) => ({ name, path })),
)

test('every function that asks for a permission stands in the list', () => {
  expect(asking.length).toBeGreaterThan(150)
  expect(asking.filter(({ name }) => !expectedVerbs.has(name))).toEqual([])
})

test.each(asking.map((each) => [each.name, each] as const))(
  '%s asks for its permission before it does anything',
  async (name, { path }) => {
    const refused = members.filter((role) => !mayAll(role, permissionsOfVerb(name)))
    if (refused.length === 0) return
    const verb = (await import(resolve(path)))[name] as (...given: unknown[]) => unknown
    const ctx = await createTestCtx()
    for (const role of refused)
      expect(await codeOf(() => runWhole(verb(as(ctx, role), anything, anything))), role).toBe('forbidden')
  },
)

/** Awaits a result; of an async generator only the first value, before which the permission is checked. */
async function runWhole(result: unknown): Promise<unknown> {
  const settled = await result
  const isGenerator = typeof settled === 'object' && settled !== null && 'next' in settled
  return isGenerator ? (settled as AsyncGenerator).next() : settled
}

test('read-only verbs are open to every role that the table lets read', async () => {
  const ctx = await createTestCtx()
  for (const { name, path } of asking.filter((each) => readingVerbs.includes(each.name))) {
    const verb = (await import(resolve(path)))[name] as (...given: unknown[]) => unknown
    for (const role of members.filter((each) => mayAll(each, permissionsOfVerb(name))))
      expect(
        await codeOf(() => runWhole(verb(as(ctx, role), {}))),
        `${name} as ${role} in ${basename(path)}`,
      ).not.toBe('forbidden')
  }
})
