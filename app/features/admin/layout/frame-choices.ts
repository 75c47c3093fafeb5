/** How a browser shows the admin. It is remembered in a cookie, so that the server renders it like this at once. */
export type FrameChoices = { isNarrow: boolean; theme: Theme }

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const COOKIE = 'admin-frame'
const A_YEAR = 31_536_000

/** @param cookies the header of a request, or the page's own */
export function readFrameChoices(cookies: string | null): FrameChoices {
  const value = new RegExp(`(?:^|; )${COOKIE}=([a-z.]*)`).exec(String(cookies))?.[1]
  const words = new Set(value?.split('.'))
  return { isNarrow: words.has('narrow'), theme: themes.find((theme) => words.has(theme)) ?? 'system' }
}

export function rememberFrameChoices({ isNarrow, theme }: FrameChoices): void {
  const value = [...(isNarrow ? ['narrow'] : []), theme].join('.')
  document.cookie = `${COOKIE}=${value}; path=/admin; max-age=${A_YEAR}; samesite=lax`
}
