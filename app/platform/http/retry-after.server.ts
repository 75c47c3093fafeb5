import type { EntryContext } from 'react-router'

const STATUSES = new Set([429, 503])
/** Seconds, if whoever refuses does not say. */
const LATER = '10'

type Answered = Pick<EntryContext['staticHandlerContext'], 'actionHeaders' | 'loaderHeaders'>

/** Sets Retry-After on a page that refuses, as its action or loader said it; pages pass on no headers by themselves. */
export function sayWhenToRetry(headers: Headers, status: number, answered: Answered): void {
  if (!STATUSES.has(status) || headers.has('retry-after')) return
  const said = [...Object.values(answered.actionHeaders), ...Object.values(answered.loaderHeaders)]
  const found = said.map((each) => each.get('retry-after')).find((seconds) => seconds !== null)
  headers.set('retry-after', found ?? LATER)
}
