import { tracingChannel } from 'node:diagnostics_channel'

/** A request that reaches the router. Its route is a pattern, never an address chosen by the visitor. */
export type RequestTrace = { request: Request; requestId: string; routeOf(path: string): string }
export type JobTrace = { name: string; attempt: number }
/** The SQL contains placeholders instead of values. */
export type StatementTrace = { sql: string }

/** Without subscribers, publishing costs only the check of a flag. */
export const requestChannel = tracingChannel<unknown, RequestTrace>('foyer.request')
export const jobChannel = tracingChannel<unknown, JobTrace>('foyer.job')
export const statementChannel = tracingChannel<unknown, StatementTrace>('foyer.statement')
