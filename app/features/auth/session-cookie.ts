/** The part of the session cookie's name that stays the same with and without the `__Host-` prefix. */
export const SESSION_COOKIE = 'foyer_session'
