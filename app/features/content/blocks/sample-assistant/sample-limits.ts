/** In characters. */
export const LONGEST_QUESTION = 300
export const LONGEST_ANSWER = 4000
/** Messages sent to the model: the question and what was said before it. */
export const MOST_TURNS = 5
