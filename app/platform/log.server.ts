import pino from 'pino'

export type Log = pino.Logger

const secretKeys = [
  'password',
  'confirmPassword',
  'apiKey',
  'secret',
  'token',
  'cookie',
  'set-cookie',
  'authorization',
  'message',
  'setupCode',
]

/** Writes structured JSON to standard output. JSON escapes line breaks, so values cannot forge lines. */
export function createLog(options: { level: string; destination?: pino.DestinationStream }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'event',
      formatters: { level: (level) => ({ level }) },
      redact: {
        paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '[redacted]',
      },
      serializers: { error: describeError, err: describeError },
    },
    options.destination ?? pino.destination({ fd: 1, sync: false, minLength: 0 }),
  )
}

/** Omits fields that drivers add, because a database's `detail` contains the visitor's values. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { reason: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    reason: error.message,
    code,
    stack: error.stack,
    cause: error.cause === undefined || depth > 3 ? undefined : describeError(error.cause, depth + 1),
  }
}
