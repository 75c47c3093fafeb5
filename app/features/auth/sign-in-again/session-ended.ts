/** The header of an answer that leads to the sign-in because the session has ended. */
export const SESSION_ENDED = 'x-session-ended'
