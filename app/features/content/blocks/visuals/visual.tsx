import type { ReactNode } from 'react'

import { CallVisual } from './call-visual.tsx'
import { ConstellationVisual } from './constellation-visual.tsx'
import { GraphVisual } from './graph-visual.tsx'
import { LayersVisual } from './layers-visual.tsx'
import { PassageVisual } from './passage-visual.tsx'
import { TimelineVisual } from './timeline-visual.tsx'

/** Drawings for the top of a page, by the names that documents store. */
export const visualNames = {
  none: 'None',
  call: 'A call as light',
  constellation: 'Points on orbits',
  graph: 'Work joined in a graph',
  layers: 'A page in layers',
  passage: 'Passages of a document',
  timeline: 'A film being cut',
} as const

const visuals: Record<keyof typeof visualNames, () => ReactNode> = {
  none: () => null,
  call: CallVisual,
  constellation: ConstellationVisual,
  graph: GraphVisual,
  layers: LayersVisual,
  passage: PassageVisual,
  timeline: TimelineVisual,
}

export function Visual({ name }: { name: keyof typeof visualNames }) {
  const Drawing = visuals[name]
  return <Drawing />
}
