/** How many bars a waveform has. */
export const BARS = 64

export type Sound = {
  address: string
  /** 0 where it is not known before it is loaded. */
  seconds: number
  /** From 1 to 9 for each bar. */
  wave: number[]
}

/** What stands behind the # of a sound's address: its length and how loud each stretch is, so that both are shown before it is loaded. */
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

/** How loud each of 64 stretches is, the loudest 9. @param samples from -1 to 1 */
export function waveOf(samples: Float32Array): number[] {
  const step = samples.length / BARS
  const loud = Array.from({ length: BARS }, (_, bar) => {
    const stretch = samples.subarray(Math.floor(bar * step), Math.floor((bar + 1) * step))
    return Math.sqrt(stretch.reduce((sum, value) => sum + value * value, 0) / Math.max(1, stretch.length))
  })
  const most = Math.max(...loud) || 1
  return loud.map((value) => Math.max(1, Math.round((value / most) * 9)))
}

/** For a sound of which nothing is known. */
function plainWave(): number[] {
  return Array.from({ length: BARS }, (_, bar) => 3 + ((bar * 7) % 5))
}
