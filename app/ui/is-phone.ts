/** Whether the window is narrower than the styles' first breakpoint. */
export function isPhone(): boolean {
  return matchMedia('(max-width: 40rem)').matches
}
