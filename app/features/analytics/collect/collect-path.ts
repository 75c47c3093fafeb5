/** Ours and neutral: it tells nobody's filter list anything, and keeps nothing of anyone. */
export const COLLECT_PATH = '/api/pulse'

/** An address of 2,000 characters and a referrer as long, both escaped at worst, fit. */
export const MAX_HIT_BYTES = 16 * 1024
