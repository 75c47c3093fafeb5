const GROUPS = 8

type WaveBarsProps = { heights: readonly number[]; pitch: number; middle: number }

/** One path per group: its bars share their middle, so scaling the path scales each bar. */
export function WaveBars({ heights, pitch, middle }: WaveBarsProps) {
  return Array.from({ length: GROUPS }, (_, group) => (
    <path
      key={group}
      className={`wave-${group}`}
      d={heights
        .map((height, bar) =>
          bar % GROUPS === group
            ? `M${round(bar * pitch + pitch / 2)} ${round(middle - height / 2)}v${height}`
            : '',
        )
        .join('')}
    />
  ))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
