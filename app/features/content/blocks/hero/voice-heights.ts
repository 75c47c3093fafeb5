/**
 * Heights of a waveform that looks like speech. The numbers are deterministic, so that every render is the same.
 * @param highest height of the tallest bar, in the drawing's units
 */
export function voiceHeights(bars: number, highest: number): number[] {
  return Array.from({ length: bars }, (_, bar) => {
    const syllables = Math.abs(Math.sin(bar * 0.37) * Math.sin(bar * 0.11 + 1.3))
    const grain = 0.75 + 0.25 * Math.sin(bar * 2.9)
    const fade = Math.sin((Math.PI * (bar + 0.5)) / bars)
    return Math.round(1 + highest * syllables * grain * fade)
  })
}
