/** Whether the window is as narrow as a phone's: below the first breakpoint of the styles. */
export function isPhone(): boolean {
  return matchMedia('(max-width: 40rem)').matches
}
