/** Red, green and blue, each from 0 to 1. */
export type Colour = readonly [number, number, number]

/** Messages from the page to the orb's worker. Sizes are in CSS pixels. */
export type OrbMessage =
  | { kind: 'start'; canvas: OffscreenCanvas; still: boolean; glow: Colour; second: Colour }
  | { kind: 'size'; width: number; height: number; dpr: number }
  | { kind: 'run'; running: boolean }
  | { kind: 'still'; still: boolean }
  | { kind: 'hover'; hovered: boolean }
