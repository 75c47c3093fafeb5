export const SITE_ASSISTANT = 'site'
/** The largest file of an exported assistant. */
export const MAX_ASSISTANT_BYTES = 64 * 1024

/** `host` follows the page that it stands on. */
export const themes = ['host', 'light', 'dark'] as const
/** The bottom corner of the button. On pages that are read from the right, `end` is the left one. */
export const corners = ['end', 'start'] as const
export const icons = ['chat', 'help', 'spark'] as const
