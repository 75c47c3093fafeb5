/** A neutral name, so that filter lists do not block it. */
export const COLLECT_PATH = '/api/pulse'

/** Bytes of a URL and a referrer of 2,000 characters each, both escaped. */
export const MAX_HIT_BYTES = 16 * 1024
