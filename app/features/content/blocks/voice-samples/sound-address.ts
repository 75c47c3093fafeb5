export const BARS = 64

export type Sound = {
  address: string
  /** 0 if unknown until the sound is loaded. */
  seconds: number
  /** A loudness from 1 to 9 for each bar. */
  wave: number[]
}

/** Reads length and waveform from the fragment of a sound's address, so that both are shown before it is loaded. */
export function readSound(src: string): Sound {
  const [address = '', about] = src.split('#', 2)
  const facts = new URLSearchParams(about)
  const seconds = Number(facts.get('seconds'))
  const wave = facts.get('wave')
  return {
    address,
    seconds: Number.isFinite(seconds) && seconds > 0 && seconds < 36_000 ? seconds : 0,
    wave: wave && /^[1-9]{64}$/.test(wave) ? Array.from(wave, Number) : plainWave(),
  }
}

export function describeSound({ address, seconds, wave }: Sound): string {
  return `${address}#seconds=${Math.round(seconds)}&wave=${wave.join('')}`
}

/** Returns the loudness of 64 parts, relative to the loudest, which is 9. @param samples from -1 to 1 */
export function waveOf(samples: Float32Array): number[] {
  const step = samples.length / BARS
  const loud = Array.from({ length: BARS }, (_, bar) => {
    const stretch = samples.subarray(Math.floor(bar * step), Math.floor((bar + 1) * step))
    return Math.sqrt(stretch.reduce((sum, value) => sum + value * value, 0) / Math.max(1, stretch.length))
  })
  const most = Math.max(...loud) || 1
  return loud.map((value) => Math.max(1, Math.round((value / most) * 9)))
}

/** Returns a placeholder for a sound without a stored waveform. */
function plainWave(): number[] {
  return Array.from({ length: BARS }, (_, bar) => 3 + ((bar * 7) % 5))
}
