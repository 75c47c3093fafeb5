/** Refusals that verbs may throw. Their messages are shown to the user; other errors are logged and hidden. */
export type AppErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'expired'
  | 'too-large'
  | 'unsupported-type'
  | 'too-many'
  | 'unavailable'

const statusOf: Record<AppErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  expired: 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  unavailable: 503,
}

/** Seconds after which to try again, where a refusal says none. */
const waits: Partial<Record<AppErrorCode, number>> = { 'too-many': 60, unavailable: 10 }

export class AppError extends Error {
  override name = 'AppError'
  readonly code: AppErrorCode
  /** Seconds; sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(code: AppErrorCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.retryAfter = options.retryAfter ?? waits[code]
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** Maps field names to messages for the user. */
export class FieldErrors extends AppError {
  override name = 'FieldErrors'
  readonly fields: Readonly<Record<string, string>>

  constructor(fields: Record<string, string>) {
    super('invalid', Object.values(fields)[0] ?? 'Please check what you entered.')
    this.fields = fields
  }
}

export function firstFaults(
  issues: readonly { path: PropertyKey[]; message: string }[],
): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues) faults[String(path[0])] ??= message
  return faults
}
