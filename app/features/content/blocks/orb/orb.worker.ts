import { Mesh, Program, Renderer, Triangle } from 'ogl'

import { fragment, vertex } from './orb-shader.ts'
import type { Colour, OrbMessage } from './orb-messages.ts'

/** How strongly the pointer disturbs the ring, from 0 to 1. */
const HOVER_INTENSITY = 0.7
/** Fraction of the remaining way to the hover state covered in each frame at 60 frames a second. */
const EASING = 0.06
/** The time of the frame that is shown under reduced motion, in seconds. */
const STILL_AT = 4.2

const black: Colour = [0, 0, 0]

const uniforms = {
  time: { value: STILL_AT },
  hover: { value: 0 },
  hoverIntensity: { value: HOVER_INTENSITY },
  glow: { value: black },
  second: { value: black },
}
let draw: ((width: number, height: number, dpr: number) => void) | null = null
let size = { width: 0, height: 0, dpr: 1 }
let [running, still, hovered, looping, told] = [true, false, false, false, false]
let last = 0

addEventListener('message', ({ data }: MessageEvent<OrbMessage>) => {
  if (data.kind === 'start') start(data)
  else if (data.kind === 'size') size = data
  else if (data.kind === 'run') running = data.running
  else if (data.kind === 'still') still = data.still
  else hovered = data.hovered
  if (data.kind === 'size' || still) frame()
  loop()
})

function start({ canvas, glow, second, still: isStill }: Extract<OrbMessage, { kind: 'start' }>): void {
  still = isStill
  uniforms.glow.value = glow
  uniforms.second.value = second
  // ogl's types only accept canvases of the page; it uses nothing that an offscreen canvas lacks.
  const element = canvas as unknown as HTMLCanvasElement
  const renderer = new Renderer({ canvas: element, alpha: true, premultipliedAlpha: true, depth: false })
  if (!renderer.gl) return
  const program = new Program(renderer.gl, { vertex, fragment, uniforms, transparent: true })
  const scene = new Mesh(renderer.gl, { geometry: new Triangle(renderer.gl), program })
  draw = (width, height, dpr) => {
    renderer.dpr = dpr
    if (renderer.width !== width || renderer.height !== height) renderer.setSize(width, height)
    renderer.render({ scene })
  }
}

function frame(): void {
  if (size.width === 0) return
  draw?.(size.width, size.height, size.dpr)
  if (draw && !told) postMessage('drawn')
  told ||= draw !== null
}

function loop(): void {
  if (looping || !running || still || !draw) return
  looping = true
  last = performance.now()
  requestAnimationFrame(step)
}

function step(now: number): void {
  looping = running && !still
  if (!looping) return
  uniforms.time.value += Math.min(0.1, (now - last) / 1000)
  uniforms.hover.value += ((hovered ? 1 : 0) - uniforms.hover.value) * EASING
  last = now
  frame()
  requestAnimationFrame(step)
}
