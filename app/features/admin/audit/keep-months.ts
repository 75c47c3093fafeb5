/** As long as the communication records that it tells of (§9). */
export const KEEP_MONTHS = 24
