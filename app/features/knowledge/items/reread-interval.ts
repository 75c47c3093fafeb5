/** How often a page may be read again by itself. */
export const rereadIntervals = ['day', 'week'] as const
