import type { VisitorHints } from '#app/platform/events.ts'

/** Reads off a request's headers what analytics may know; `header` finds one by its name in lower case. */
export function visitorHints(
  clientAddress: string,
  header: (name: string) => string | null | undefined,
): VisitorHints {
  return {
    clientAddress,
    userAgent: header('user-agent') ?? '',
    language: header('accept-language') ?? '',
    asksPrivacy: header('sec-gpc') === '1' || header('dnt') === '1',
  }
}
