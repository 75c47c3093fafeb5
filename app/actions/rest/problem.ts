import { AppError, FieldErrors } from '#app/platform/errors.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const problemStatuses = Object.keys(titles).map(Number)

/** An error of the HTTP protocol only. */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail)
    this.status = status
    this.headers = headers
  }
}

/** Returns an error response (RFC 9457); null for an unexpected error. */
export function problemResponse(error: unknown): Response | null {
  if (error instanceof Problem) return respond(error.status, error.message, error.headers)
  if (!(error instanceof AppError)) return null
  const headers = {
    ...(error.retryAfter !== undefined && { 'retry-after': String(error.retryAfter) }),
    ...(error.status === 401 && { 'www-authenticate': 'Bearer' }),
  }
  const errors =
    error instanceof FieldErrors
      ? Object.entries(error.fields).map(([field, detail]) => ({ field, detail }))
      : undefined
  return respond(error.status, error.message, headers, errors)
}

export function faultResponse(requestId: string): Response {
  return respond(
    500,
    `Something went wrong on our side. The error has been logged as request ${requestId}.`,
    {},
  )
}

function respond(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>>,
  errors?: readonly object[],
): Response {
  const body = {
    type: 'about:blank',
    title: titles[status] ?? 'Refused',
    status,
    detail,
    ...(errors && { errors }),
  }
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', ...headers, 'content-type': 'application/problem+json' },
  })
}
