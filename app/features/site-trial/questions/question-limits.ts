export const MOST_QUESTIONS = 12
/** In characters. */
export const LONGEST_QUESTION = 500
