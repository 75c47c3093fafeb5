/** Lets scanners of published code recognise leaked tokens. */
export const TOKEN_PREFIX = 'foyer_'
export const TOKEN_NAME_MAX = 60
export const MOST_TOKENS = 50

export const tokenDays = [30, 90, 365] as const
export const usualTokenDays = 365
