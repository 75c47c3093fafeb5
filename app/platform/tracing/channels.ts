import { tracingChannel } from 'node:diagnostics_channel'

/** A request that reaches the router. Its route is a pattern, never an address that a visitor made up. */
export type RequestTrace = { request: Request; requestId: string; routeOf(path: string): string }
export type JobTrace = { name: string; attempt: number }
/** The text has placeholders in place of values. */
export type StatementTrace = { sql: string }

/** What is traced. While nobody subscribes, publishing costs one look at a flag. */
export const requestChannel = tracingChannel<unknown, RequestTrace>('foyer.request')
export const jobChannel = tracingChannel<unknown, JobTrace>('foyer.job')
export const statementChannel = tracingChannel<unknown, StatementTrace>('foyer.statement')
