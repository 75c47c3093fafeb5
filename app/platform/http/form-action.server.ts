import { type ActionFunctionArgs, data } from 'react-router'
import { z } from 'zod'

import type { FormAnswer, Toast } from '#app/lib/form-answer.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors, firstFaults } from '#app/platform/errors.ts'

import { answer, retryHeaders } from './answer.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'
import { type FormLimits, readForm, textFields, unknownIntent } from './request-body.server.ts'
import { inLanguageOfPage } from './refusals.server.ts'
import { ctxContext, type Visit, visitContext } from './request-context.server.ts'

type Fields = Readonly<Record<string, string>>

export type FormCall = { request: Request; posted: FormData; visit: Visit; headers: Headers }

type FormDeclaration<Schema extends z.ZodType, Value> = {
  /** Applies to the text fields and the route's parameters. */
  schema: Schema
  /** A returned Response, such as a redirect, is sent unchanged. */
  run: (ctx: Ctx, input: z.output<Schema>, call: FormCall) => Promise<Value>
  toast?: Toast | ((value: Value, input: z.output<Schema>) => Toast | undefined)
  /** Title of the toast. Without it, field errors are shown only at their fields. */
  rejected?: string
  rejectedToast?: (error: AppError) => Toast
  onRejected?: (ctx: Ctx, error: AppError, fields: Fields) => Promise<Value | undefined> | Value | undefined
  /** For long texts: logs a server error under this name and shows the form again. */
  onFault?: { event: string; text: string }
}

type Done<Value> = { value: Value; toast: Toast | undefined }

export type Form<Value> = {
  submit: (ctx: Ctx, fields: Fields, call: FormCall) => Promise<Done<Value>>
  reject: (ctx: Ctx, error: unknown, fields: Fields) => Promise<Rejection<Value>>
}
type Rejection<Value> = { toast: Toast | undefined; value: Value | undefined; status: number }

type ValueOf<AnyForm> = AnyForm extends Form<infer Value> ? Exclude<Value, Response | void> : never

type Options = FormLimits & {
  paced?: boolean
  notSecret?: readonly string[]
}

export const anyFields = z.record(z.string(), z.string())
export const textField = z.string().default('')

const SECRET = /password|passphrase|code|key|token|ticket|secret/i

export function form<Schema extends z.ZodType, Value>(declared: FormDeclaration<Schema, Value>): Form<Value> {
  const { schema, run, toast, rejected, onFault } = declared
  return {
    async submit(ctx, fields, call) {
      const parsed = schema.safeParse(fields)
      if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
      const value = await run(ctx, parsed.data, call)
      return { value, toast: typeof toast === 'function' ? toast(value, parsed.data) : toast }
    },
    async reject(ctx, error, fields) {
      if (error instanceof AppError) {
        const value = await declared.onRejected?.(ctx, error, fields)
        const isShown = rejected === undefined && error instanceof FieldErrors
        const said = declared.rejectedToast?.(error) ?? { title: rejected ?? 'Not done', text: error.message }
        return { toast: isShown ? undefined : alert(said), value, status: error.status }
      }
      if (!onFault) throw error
      ctx.log.error({ error }, onFault.event)
      const said = alert({ title: rejected ?? 'Not done', text: onFault.text })
      return { toast: said, value: undefined, status: 500 }
    },
  }
}

/** Every rejection shows the page again, with a message and the submitted values. */
export function formAction<Forms extends Readonly<Record<string, Form<never> | Form<unknown>>>>(
  forms: Forms,
  options: Options = {},
) {
  type Value = ValueOf<Forms[keyof Forms]>
  const known = new Map(Object.entries(forms)) as ReadonlyMap<string, Form<Value>>
  return ({ context, params, request }: ActionFunctionArgs) =>
    answer(context, () => submit(known, options, { context, params, request }))
}

export function singleFormAction<Schema extends z.ZodType, Value>(
  declared: FormDeclaration<Schema, Value>,
  options: Options = {},
) {
  return formAction({ '': form(declared) }, options)
}

async function submit<Value>(
  forms: ReadonlyMap<string, Form<Value>>,
  options: Options,
  { context, params, request }: Pick<ActionFunctionArgs, 'context' | 'params' | 'request'>,
) {
  const ctx = context.get(ctxContext)
  const call = { request, visit: context.get(visitContext), headers: new Headers() }
  let sent: { intent: string; fields: Fields } = { intent: '', fields: {} }
  let asked: Form<Value> | undefined
  try {
    if (options.paced) keepPace(ctx, call.visit.clientAddress)
    const posted = await readForm(request, options)
    const { intent = '', ...fields } = textFields(posted)
    sent = { intent, fields }
    asked = forms.get(intent)
    if (!asked) throw unknownIntent()
    const { value, toast } = await asked.submit(ctx, { ...fields, ...definedOf(params) }, { ...call, posted })
    if (value instanceof Response) return value
    const done: FormAnswer<Value> = { intent, ok: true, errors: {}, typed: {} }
    return data(
      { ...done, ...(toast && { toast }), ...(value !== undefined && { value }) },
      { headers: call.headers },
    )
  } catch (thrown) {
    const error = thrown instanceof AppError ? await inLanguageOfPage(ctx, thrown) : thrown
    const { toast, value, status } = await (asked ?? unread).reject(ctx, error, sent.fields)
    const headers = error instanceof AppError ? retryHeaders(error) : {}
    const rejection: FormAnswer<Value> = {
      intent: sent.intent,
      ok: false,
      ...(toast && { toast }),
      error: error instanceof AppError ? error.message : toast?.text,
      errors: error instanceof FieldErrors ? error.fields : {},
      typed: withoutSecrets(sent.fields, options.notSecret),
      ...(value !== undefined && { value }),
    }
    return data(rejection, { status, headers })
  }
}

const unread: Form<undefined> = form({ schema: z.never(), run: async () => undefined })

function alert(toast: Toast): Toast {
  return { ...toast, tone: 'destructive' }
}

function withoutSecrets(fields: Fields, notSecret: readonly string[] = []): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => notSecret.includes(name) || !SECRET.test(name)),
  )
}

function definedOf(params: ActionFunctionArgs['params']): Fields {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
