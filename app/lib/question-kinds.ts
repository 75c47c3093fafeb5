/** The kinds of questions with their names in the admin. */
export const questionKinds = {
  short: 'Short text',
  long: 'Long text',
  one: 'One of several',
  several: 'Several of several',
  number: 'Number',
  date: 'Date',
  yesNo: 'Yes or no',
  file: 'File',
} as const

export type QuestionKind = keyof typeof questionKinds

export const kindNames = Object.keys(questionKinds) as QuestionKind[]

export const MOST_QUESTIONS = 10
export const LONGEST_QUESTION = 200
