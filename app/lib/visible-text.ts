/**
 * Drops what a reader cannot see and a text may hide: tag characters (U+E0000 to U+E007F), zero widths, variation
 * selectors and direction overrides. Joiners between letters stay, for scripts and emoji are written with them.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(/[\u{E0000}-\u{E007F}]/gu, '')
    .replaceAll(/\p{Variation_Selector}/gu, '')
    .replaceAll(/[\u200B\u2060-\u2064\uFEFF\u00AD\u202A-\u202E\u2066-\u2069]/g, '')
}
