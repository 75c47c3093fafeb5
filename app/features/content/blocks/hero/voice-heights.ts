/**
 * A sentence as the eye sees it: syllables swell and fade. Fixed numbers, so that every rendering is the same.
 * @param highest of the bars, in the drawing's units
 */
export function voiceHeights(bars: number, highest: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const syllables = Math.abs(Math.sin(bar * 0.37) * Math.sin(bar * 0.11 + 1.3))
    const grain = 0.75 + 0.25 * Math.sin(bar * 2.9)
    const fade = Math.sin((Math.PI * (bar + 0.5)) / bars)
    return Math.round(1 + highest * syllables * grain * fade)
  })
}
