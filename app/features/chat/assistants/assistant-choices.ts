export const SITE_ASSISTANT = 'site'
/** Of an exported one. */
export const MAX_ASSISTANT_BYTES = 64 * 1024

/** `host` follows the page that it stands on. */
export const themes = ['host', 'light', 'dark'] as const
/** Of the line on which the button stands: in a page from the right, `end` is left. */
export const corners = ['end', 'start'] as const
export const icons = ['chat', 'help', 'spark'] as const
