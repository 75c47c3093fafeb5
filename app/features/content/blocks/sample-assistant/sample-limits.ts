/** In characters. */
export const LONGEST_QUESTION = 300
export const LONGEST_ANSWER = 4000
/** Questions and answers that go with a question, itself among them. */
export const MOST_TURNS = 5
