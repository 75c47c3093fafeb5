/** Public pages show something else by now: cached ones are to be forgotten. */
export const PAGES_TOPIC = 'pages'
