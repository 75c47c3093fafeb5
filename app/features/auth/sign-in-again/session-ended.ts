/** Response header of redirects to the sign-in that happen because the session has ended. */
export const SESSION_ENDED = 'x-session-ended'
