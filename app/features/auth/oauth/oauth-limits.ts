import { DAY, HOUR, SECOND } from '#app/platform/clock.ts'

/** Contains a dot, which personal tokens never do. */
export const ACCESS_PREFIX = 'foyer_at.'
export const REFRESH_PREFIX = 'foyer_rt.'

export const CODE_LASTS = 60 * SECOND
export const ACCESS_LASTS = HOUR
/** Each refresh issues a new token; none outlives the connection. */
export const REFRESH_LASTS = 30 * DAY
export const CONNECTION_LASTS = 365 * DAY

export const APP_NAME_MAX = 60
export const MOST_REDIRECTS = 10
/** Beyond this number, the oldest apps that no member has connected are deleted. */
export const MOST_UNUSED_CLIENTS = 1000
export const UNUSED_CLIENTS_LAST = DAY
export const LEFT_CLIENTS_LAST = 365 * DAY
