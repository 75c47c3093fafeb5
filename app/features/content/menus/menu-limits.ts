export const MOST_IN_HEADER = 8
export const MOST_COLUMNS = 4
export const MOST_IN_COLUMN = 12
