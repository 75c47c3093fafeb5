import pino from 'pino'

export type Log = pino.Logger

/** Keys whose values never reach a log, at the top and one and two levels down. */
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

/**
 * Structured JSON on standard output, one line an event; JSON escapes CR and LF, so that no value forges a line.
 * Bodies and secrets are redacted by key.
 */
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

/** An error without the fields drivers hang on it: a database's `detail` holds the visitor's values. */
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
