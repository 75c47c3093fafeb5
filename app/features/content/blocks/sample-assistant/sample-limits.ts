export const LONGEST_QUESTION = 300
export const LONGEST_ANSWER = 4000
/** Most messages sent to the model: the question and the turns before it. */
export const MOST_TURNS = 5
