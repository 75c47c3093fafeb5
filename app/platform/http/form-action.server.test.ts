import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { anyFields, form, formAction, singleFormAction, textField } from './form-action.server.ts'
import { ctxContext, visitContext } from './request-context.server.ts'

type Action = ReturnType<typeof formAction>
type Posted = Record<string, string>

/** Posts the fields as a browser does without script; no database is needed. */
async function post(action: Action, fields: Posted, params: Posted = {}, ctx: Partial<Ctx> = {}) {
  const context = new RouterContextProvider()
  context.set(ctxContext, ctx as Ctx)
  context.set(visitContext, { requestId: 'r', clientAddress: '192.0.2.1', nonce: '' })
  const request = new Request('http://site.test/', { method: 'POST', body: new URLSearchParams(fields) })
  const answered = await action({ context, params, request, url: new URL(request.url), pattern: '/' })
  if (answered instanceof Response) throw new Error('The action answered with a Response.')
  return {
    ...answered.data,
    status: answered.init?.status ?? 200,
    headers: new Headers(answered.init?.headers),
  }
}

/** Returns an action of two forms, and the verbs that it called with their inputs. */
function twoForms() {
  const calls: unknown[] = []
  const action = formAction({
    rename: form({
      schema: z.object({ id: textField, title: z.string().min(1, 'Please enter a title.') }),
      run: async (_ctx, input) => void calls.push(['rename', input]),
      toast: { title: 'Renamed' },
      rejected: 'Not renamed',
    }),
    delete: form({ schema: anyFields, run: async (_ctx, input) => void calls.push(['delete', input]) }),
  })
  return { action: action as Action, calls }
}

/** Returns an action whose verb fails with this error. */
function failing(error: unknown, declared: { rejected?: string } = { rejected: 'Not saved' }): Action {
  const run = async () => {
    throw error
  }
  return formAction({ save: form({ schema: anyFields, run, ...declared }) })
}

test('the verb that the intent names is called with what its schema makes of the fields, and the toast is shown', async () => {
  const { action, calls } = twoForms()
  expect(await post(action, { intent: 'rename', title: 'New', other: 'x' }, { id: '7' })).toMatchObject({
    intent: 'rename',
    ok: true,
    errors: {},
    typed: {},
    toast: { title: 'Renamed' },
    status: 200,
  })
  expect(calls).toEqual([['rename', { id: '7', title: 'New' }]])
})

test.each(['archive', '', 'RENAME', 'rename ', '__proto__', 'toString', 'constructor'])(
  'the intent %j is not known: no verb is called, and what was typed comes back',
  async (intent) => {
    const { action, calls } = twoForms()
    expect(await post(action, { intent, title: 'Typed' })).toMatchObject({
      intent,
      ok: false,
      error: expect.stringContaining('unknown'),
      typed: { title: 'Typed' },
      toast: { tone: 'destructive' },
      status: 400,
    })
    expect(calls).toEqual([])
  },
)

test('a page with a single form takes no intent', async () => {
  const calls: unknown[] = []
  const action = singleFormAction({ schema: anyFields, run: async (_ctx, fields) => void calls.push(fields) })
  expect(await post(action, { name: 'Ada' })).toMatchObject({ intent: '', ok: true })
  expect(await post(action, { name: 'Ada', intent: 'save' })).toMatchObject({ ok: false, status: 400 })
  expect(calls).toEqual([{ name: 'Ada' }])
})

test('fields that the schema rejects stand at their fields, with what was typed and without secrets', async () => {
  const { action, calls } = twoForms()
  const typed = { title: '', note: 'Kept' }
  const secrets = { password: 'p', apiKey: 'k', recoveryCode: 'c', ticket: 't' }
  expect(await post(action, { intent: 'rename', ...typed, ...secrets }, { id: '7' })).toMatchObject({
    ok: false,
    errors: { title: 'Please enter a title.' },
    error: 'Please enter a title.',
    toast: { title: 'Not renamed', text: 'Please enter a title.', tone: 'destructive' },
    status: 400,
  })
  const { typed: returned } = await post(action, { intent: 'rename', ...typed, ...secrets })
  expect(returned).toEqual(typed)
  expect(calls).toEqual([])
})

test.each([
  [new FieldErrors({ title: 'Taken.' }), 400, { title: 'Taken.' }],
  [new AppError('conflict', 'Somebody was faster.'), 409, {}],
  [new AppError('not-found', 'It is gone.'), 404, {}],
  [new AppError('too-large', 'Too much.'), 413, {}],
  [new AppError('unavailable', 'The mail server is away.'), 503, {}],
])(
  'what the verb refuses, %s, is answered with its status and its sentence',
  async (error, status, errors) => {
    expect(await post(failing(error), { intent: 'save', title: 'Typed' })).toMatchObject({
      intent: 'save',
      ok: false,
      error: error.message,
      errors,
      typed: { title: 'Typed' },
      toast: { title: 'Not saved', text: error.message, tone: 'destructive' },
      status,
    })
  },
)

test('a refusal that says when to try again says so to the browser', async () => {
  const error = new AppError('too-many', 'Please wait.', { retryAfter: 60 })
  const { headers, status } = await post(failing(error), { intent: 'save' })
  expect([status, headers.get('retry-after')]).toEqual([429, '60'])
})

test('without a title for rejections, faults of fields stand at their fields alone and others in a toast', async () => {
  const atField = await post(failing(new FieldErrors({ title: 'Taken.' }), {}), { intent: 'save' })
  expect(atField).not.toHaveProperty('toast')
  const inToast = await post(failing(new AppError('conflict', 'Gone.'), {}), { intent: 'save' })
  expect(inToast).toMatchObject({ toast: { title: 'Not done', text: 'Gone.', tone: 'destructive' } })
})

test('a fault of the server goes on to the one place that logs it', async () => {
  await expect(post(failing(new TypeError('a bug')), { intent: 'save' })).rejects.toThrow('a bug')
})

test('a form of long texts returns them on a fault too, logged and without the fault’s own words', async () => {
  const logged: unknown[] = []
  const log = { error: (about: unknown, event: string) => logged.push([event, about]) }
  const error = new TypeError('a bug')
  const action = formAction({
    save: form({
      schema: anyFields,
      async run() {
        throw error
      },
      onFault: { event: 'post.failed', text: 'Your text is still here.' },
    }),
  })
  const answered = await post(
    action,
    { intent: 'save', content: 'Long' },
    {},
    { log: log as unknown as Ctx['log'] },
  )
  expect(answered).toMatchObject({
    typed: { content: 'Long' },
    error: 'Your text is still here.',
    status: 500,
  })
  expect(JSON.stringify(answered)).not.toContain('a bug')
  expect(logged).toEqual([['post.failed', { error }]])
})

test('the verb’s value comes with the answer, makes the toast, and its headers go out', async () => {
  const action = formAction({
    end: form({
      schema: z.object({ which: textField }),
      async run(_ctx, _input, { headers }) {
        headers.set('set-cookie', 'session=new')
        return { ended: 2 }
      },
      toast: ({ ended }, { which }) => ({ title: `${ended} of ${which}` }),
    }),
  })
  const answered = await post(action, { intent: 'end', which: 'others' })
  expect(answered).toMatchObject({ ok: true, value: { ended: 2 }, toast: { title: '2 of others' } })
  expect(answered.headers.get('set-cookie')).toBe('session=new')
})

test('a Response of the verb is the answer itself', async () => {
  const there = new Response(null, { status: 303, headers: { location: '/there' } })
  const action = singleFormAction({ schema: anyFields, run: async () => there })
  await expect(post(action as Action, {})).rejects.toThrow('answered with a Response')
})

test('a body past the limit is rejected with an answer, not with an exception', async () => {
  const action = singleFormAction({ schema: anyFields, run: async () => {} }, { maxBytes: 10 })
  expect(await post(action as Action, { text: 'x'.repeat(100) })).toMatchObject({
    ok: false,
    typed: {},
    toast: { tone: 'destructive' },
    status: 413,
  })
})
