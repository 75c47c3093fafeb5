/** Draws the starter's film as SVG frames, by second. */

export const WIDTH = 1280
export const HEIGHT = 720
export const LENGTH = 18.6

function ease(at: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (at - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

const mix = (from: number, to: number, share: number) => from + (to - from) * share
const round = (value: number) => Math.round(value * 100) / 100
const group = (opacity: number, content: string, transform = '') =>
  opacity <= 0.004 ? '' : `<g opacity="${round(opacity)}" transform="${transform}">${content}</g>`

const MOUNTAINS = {
  far: 'M-80 420 L60 300 L150 352 L270 226 L350 300 L430 262 L560 372 L700 296 L800 350 L930 250 L1050 338 L1160 288 L1380 420 Z',
  middle:
    'M-80 430 L40 366 L190 404 L330 322 L470 400 L620 372 L760 412 L900 364 L1080 408 L1220 346 L1380 430 Z',
  near: 'M-80 440 L-80 404 Q120 380 260 420 T560 434 Q760 440 900 424 T1380 390 L1380 440 Z',
}

const lamps = Array.from({ length: 7 }, (_, index) => {
  const share = index / 6
  return { x: mix(700, 1010, share), y: mix(446, 420, share) + 46 * 4 * share * (1 - share) * 0.5 }
})

export function lake(since: number): string {
  const drift = (depth: number) => `translate(${round(-since * depth)} 0)`
  const stars = Array.from({ length: 46 }, (_, n) => {
    const [x, y] = [(n * 397) % 1320, ((n * 211) % 230) + 8]
    const light = 0.35 + 0.35 * Math.sin(since * 1.6 + n * 2.4)
    return `<circle cx="${x}" cy="${y}" r="${n % 5 === 0 ? 1.9 : 1.2}" fill="#fff" opacity="${round(light * (1 - y / 300))}"/>`
  })
  return `<rect width="1280" height="720" fill="url(#sky)"/>
    <g transform="${drift(1.5)}">${stars.join('')}</g>
    <ellipse cx="430" cy="404" rx="620" ry="240" fill="url(#dusk)"/>
    <path d="${MOUNTAINS.far}" fill="url(#far)" transform="${drift(2.5)}"/>
    <rect y="330" width="1280" height="110" fill="url(#mist)"/>
    <path d="${MOUNTAINS.middle}" fill="#33296f" transform="${drift(4.5)}"/>
    <path d="${MOUNTAINS.near}" fill="#1d1846" transform="${drift(7)}"/>
    <rect y="432" width="1280" height="288" fill="url(#water)"/>
    ${shimmer(since)}
    <g transform="translate(${round(180 + since * 11)} ${round(506 + Math.sin(since * 1.4) * 1.6)})">${boat}</g>
    <g transform="${drift(10)}">${terrace(since)}</g>`
}

function shimmer(since: number): string {
  return Array.from({ length: 44 }, (_, n) => {
    const depth = (n % 22) / 22
    const y = 438 + depth * depth * 270
    const near = 430 + Math.sin(n * 12.9) * (60 + depth * 150)
    const x = (n < 22 ? near : (n * 331) % 1280) + Math.sin(since * 0.9 + n) * 9
    const width = (n < 22 ? 46 : 80) + depth * 120
    const light = (n < 22 ? 0.34 : 0.09) * (0.6 + 0.4 * Math.sin(since * 1.9 + n * 1.7))
    const colour = n < 22 ? '#ffc9a3' : '#b9a8ff'
    return `<rect x="${round(x - width / 2)}" y="${round(y)}" width="${round(width)}" height="${round(1.4 + depth * 2.6)}" rx="2" fill="${colour}" opacity="${round(Math.max(0, light))}"/>`
  }).join('')
}

const boat = `<path d="M0 0 Q34 20 92 14 L112 -3 Q60 6 0 0Z" fill="#120f2c"/>
  <path d="M52 4 L52 -86 L96 -6Z" fill="#2a2260"/><path d="M48 4 L48 -74 L18 -4Z" fill="#241d55"/>
  <path d="M8 22 Q60 30 104 20" stroke="#b9a8ff" stroke-opacity=".3" stroke-width="2" fill="none"/>`

function terrace(since: number): string {
  const windows = [1046, 1096, 1146, 1196].map(
    (x, n) =>
      `<rect x="${x}" y="372" width="30" height="42" rx="3" fill="#ffd08a" opacity="${round(0.25 + 0.7 * ease(since, 0.3 + n * 0.2, 0.8 + n * 0.2))}"/>`,
  )
  const lit = lamps.map(({ x, y }, n) => {
    const light = ease(since, 0.9 + n * 0.28, 1.3 + n * 0.28)
    const flicker = light * (0.94 + 0.06 * Math.sin(since * 5 + n * 2))
    return `<circle cx="${round(x)}" cy="${round(y)}" r="46" fill="url(#lamp)" opacity="${round(flicker * 0.85)}"/>
      <circle cx="${round(x)}" cy="${round(y)}" r="5.5" fill="${light > 0.1 ? '#ffe7bd' : '#4a3f77'}"/>
      <rect x="${round(x - 13 + Math.sin(since * 2 + n) * 3)}" y="${556 + (n % 3) * 9}" width="26" height="3" rx="1.5" fill="#ffd9a0" opacity="${round(flicker * 0.6)}"/>
      <rect x="${round(x - 20 + Math.sin(since * 1.7 + n) * 4)}" y="${584 + (n % 2) * 12}" width="40" height="3" rx="1.5" fill="#ffd9a0" opacity="${round(flicker * 0.34)}"/>`
  })
  return `<path d="M1010 352 L1130 300 L1290 352 L1420 352 L1420 540 L1026 540 L1026 352Z" fill="#16122f"/>
    ${windows.join('')}
    <path d="M${lamps.map(({ x, y }) => `${round(x)} ${round(y - 6)}`).join(' L')}" fill="none" stroke="#0c0a1e" stroke-width="2"/>
    <path d="M700 436 V520 M1010 352 V520" stroke="#120f2a" stroke-width="6"/>
    <path d="M664 512 H1420 V534 H664Z" fill="#1b163b"/><path d="M664 512 H1420 V516 H664Z" fill="#ffcf87" opacity="${round(0.3 * ease(since, 1, 3))}"/>
    <path d="M690 534 V600 M790 534 V606 M890 534 V610 M990 534 V614" stroke="#100d26" stroke-width="9"/>
    ${[752, 842, 932].map((x) => `<path d="M${x} 512 V490 M${x - 22} 488 H${x + 22} M${x - 34} 512 V482 M${x - 34} 500 H${x - 20} M${x + 34} 512 V482 M${x + 34} 500 H${x + 20}" stroke="#0d0b20" stroke-width="5" fill="none"/>`).join('')}
    ${lit.join('')}`
}

const steps = [
  { name: 'Script', from: 0, to: 4.7 },
  { name: 'Storyboard', from: 4.7, to: 9.5 },
  { name: 'Scene', from: 9.5, to: 15.2 },
  { name: 'Formats', from: 15.2, to: LENGTH + 1 },
] as const

function stepRow(at: number, opacity: number): string {
  const marks = steps.map(({ name, from, to }, n) => {
    const isOn = at >= from && at < to
    const fill = isOn ? '#a78bfa' : at >= to ? '#6d5cf0' : '#23263a'
    const x = 96 + n * 276
    return `<rect x="${x}" y="72" width="260" height="4" rx="2" fill="${fill}"/>
      <text x="${x}" y="58" font-size="20" class="sans" font-weight="500" fill="${isOn ? '#f4f5f7' : '#7c8394'}">${name}</text>`
  })
  return group(opacity, marks.join(''))
}

type Line = { y: number; size: number; from: number; colour: string; parts: readonly [string, boolean][] }

const script: readonly Line[] = [
  { y: 246, size: 24, from: 0.3, colour: '#a78bfa', parts: [['SCENE 1. THE LAKE, EVENING', false]] },
  {
    y: 322,
    size: 38,
    from: 1,
    colour: '#f4f5f7',
    parts: [
      ['The ', false],
      ['last light', true],
      [' leaves the mountains.', false],
    ],
  },
  {
    y: 382,
    size: 38,
    from: 2.1,
    colour: '#f4f5f7',
    parts: [
      ['On the terrace, the ', false],
      ['first lamp', true],
      [' comes on.', false],
    ],
  },
  { y: 470, size: 24, from: 3.2, colour: '#7c8394', parts: [['VOICE', false]] },
  { y: 522, size: 38, from: 3.3, colour: '#a8aebd', parts: [['“Open until the stars are.”', false]] },
]

function scriptPage(at: number): string {
  const leaves = ease(at, 4.5, 5.2)
  const lines = script.map(({ y, size, from, colour, parts }) => {
    let left = Math.floor(Math.max(0, at - from) * 42)
    const isWriting = left > 0 && left < parts.reduce((sum, [text]) => sum + text.length, 0)
    const spans = parts.map(([text, isKey]) => {
      const shown = text.slice(0, Math.max(0, left))
      left -= text.length
      const isMarked = isKey && at > 3.9
      return `<tspan fill="${isMarked ? '#67d8f5' : colour}">${shown}</tspan>`
    })
    const cursor = isWriting ? '<tspan fill="#7c6cf6">▏</tspan>' : ''
    return `<text x="168" y="${y}" font-size="${size}" class="sans" xml:space="preserve">${spans.join('')}${cursor}</text>`
  })
  const page = `<rect x="96" y="160" width="1088" height="430" rx="20" fill="#0e1018" stroke="#fff" stroke-opacity=".12"/>
    <rect x="96" y="204" width="4" height="342" rx="2" fill="url(#sweep)"/>${lines.join('')}`
  return group(1 - leaves, page, `translate(0 ${round(-40 * leaves)})`)
}

type Panel = { x: number; name: string; shot: string; lines: readonly string[] }

const panels: readonly Panel[] = [
  {
    x: 96,
    name: 'The last light',
    shot: 'Wide, slow drift',
    lines: [
      'M0 112 L28 84 L48 98 L76 62 L96 82 L116 72 L150 100 L188 80 L216 94 L252 64 L284 90 L314 76 L346 110',
      'M0 122 H346',
      'M62 132 H128 M44 146 H112 M86 160 H170 M30 174 H96',
      'M132 146 Q146 154 170 151 L178 144 M152 148 V116 L168 144',
    ],
  },
  {
    x: 467,
    name: 'The first lamp',
    shot: 'Terrace, lamps come on',
    lines: [
      'M40 60 V150 M306 40 V150',
      'M40 62 Q170 128 306 46',
      'M20 150 H330 M60 150 V176 M140 150 V178 M220 150 V178 M296 150 V176',
      'M98 88 m-7 0 a7 7 0 1 0 14 0 a7 7 0 1 0 -14 0 M170 96 m-7 0 a7 7 0 1 0 14 0 a7 7 0 1 0 -14 0 M240 82 m-7 0 a7 7 0 1 0 14 0 a7 7 0 1 0 -14 0',
      'M120 150 V126 M100 124 H140 M210 150 V126 M190 124 H230',
    ],
  },
  {
    x: 838,
    name: 'The name',
    shot: 'Voice and title',
    lines: [
      'M36 70 H190 M36 92 H150',
      'M36 140 V150 M48 130 V160 M60 118 V172 M72 134 V156 M84 124 V166 M96 138 V152 M108 128 V162 M120 140 V150',
      'M250 64 l4 9 l10 1 l-7 7 l2 10 l-9 -5 l-9 5 l2 -10 l-7 -7 l10 -1z M300 104 l2 5 l6 1 l-4 4 l1 6 l-5 -3 l-5 3 l1 -6 l-4 -4 l6 -1z',
    ],
  },
]

function storyboard(at: number): string {
  const leaves = ease(at, 9.2, 9.7)
  return panels
    .map(({ x, name, shot, lines }, index) => {
      const comes = ease(at, 4.8 + index * 0.25, 5.4 + index * 0.25)
      const drawn = lines.map((path, n) => {
        const from = 5.2 + index * 0.8 + n * 0.3
        return `<path d="${path}" pathLength="100" stroke-dasharray="100" stroke-dashoffset="${round(100 * (1 - ease(at, from, from + 0.9)))}"/>`
      })
      const isKept = at > 8.4
      const content = `<rect width="346" height="195" rx="12" fill="#0e1018" stroke="${isKept ? '#7c6cf6' : '#fff'}" stroke-opacity="${isKept ? 1 : 0.14}" stroke-width="2"/>
        <g fill="none" stroke="#cfd3de" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g>
        <text x="0" y="240" class="display" font-size="27" font-weight="600" fill="#f4f5f7">${name}</text>
        <text x="0" y="274" class="sans" font-size="20" fill="#a8aebd">${shot}</text>
        ${group(ease(at, 8.3 + index * 0.12, 8.5 + index * 0.12), '<circle cx="318" cy="28" r="15" fill="#6d5cf0"/><path d="M311 28 l5 5 l9 -10" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>')}`
      return group(comes * (1 - leaves), content, `translate(${x} ${round(206 + 26 * (1 - comes))})`)
    })
    .join('')
}

type Box = { x: number; y: number; width: number; height: number }

function lakeIn(
  { x, y, width, height }: Box,
  { since, id, middle, radius }: { since: number; id: string; middle: number; radius: number },
): string {
  const scale = Math.max(width / WIDTH, height / HEIGHT) * (1.02 + since * 0.006)
  const left = Math.min(x, Math.max(x + width - WIDTH * scale, x + width / 2 - middle * scale))
  const top = y + (height - HEIGHT * scale) / 2
  return `<clipPath id="${id}"><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}"/></clipPath>
    <g clip-path="url(#${id})"><g transform="translate(${round(left)} ${round(top)}) scale(${round(scale * 100) / 100})">${lake(since)}</g></g>`
}

const formats = [
  { name: 'Wide', use: 'for the site', box: { x: 96, y: 186, width: 540, height: 304 }, middle: 640 },
  { name: 'Square', use: 'for the feed', box: { x: 672, y: 186, width: 304, height: 304 }, middle: 850 },
  { name: 'Upright', use: 'for stories', box: { x: 1012, y: 186, width: 172, height: 304 }, middle: 850 },
] as const

function scene(at: number): string {
  const since = at - 9.3
  if (since <= 0) return ''
  const [grows, shrinks] = [ease(at, 9.3, 10.1), ease(at, 15, 15.8)]
  const [panel, wide] = [{ x: 96, y: 206, width: 346, height: 195 }, formats[0].box]
  const full = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  const between = (a: Box, b: Box, share: number): Box => ({
    x: mix(a.x, b.x, share),
    y: mix(a.y, b.y, share),
    width: mix(a.width, b.width, share),
    height: mix(a.height, b.height, share),
  })
  const box = shrinks > 0 ? between(full, wide, shrinks) : between(panel, full, grows)
  const radius = 16 * (shrinks > 0 ? shrinks : 1 - grows)
  const main = lakeIn(box, { since, id: 'cut-main', middle: 640, radius })
  const others = formats.slice(1).map(({ box: place, middle }, n) => {
    const comes = ease(at, 15.6 + n * 0.3, 16.2 + n * 0.3)
    return group(
      comes,
      lakeIn(place, { since, id: `cut-${n}`, middle, radius: 12 }),
      `translate(0 ${round(24 * (1 - comes))})`,
    )
  })
  const names = formats.map(({ name, use, box: place }, n) =>
    group(
      ease(at, 15.7 + n * 0.3, 16.3 + n * 0.3),
      `<text x="${place.x}" y="536" class="display" font-size="26" font-weight="600" fill="#f4f5f7">${name}</text>
       <text x="${place.x}" y="568" class="sans" font-size="19" fill="#a8aebd">${use}</text>`,
    ),
  )
  return `${group(ease(at, 9.3, 9.6), main)}${title(at)}${others.join('')}${names.join('')}`
}

function title(at: number): string {
  const [comes, goes] = [ease(at, 11.6, 12.5), ease(at, 14.7, 15)]
  return group(
    comes * (1 - goes),
    `<text x="96" y="180" class="display" font-size="92" font-weight="600" fill="#fff">Seeblick</text>
     <text x="100" y="232" class="sans" font-size="32" fill="#ece8ff">Open until the stars are.</text>`,
    `translate(0 ${round(14 * (1 - comes))})`,
  )
}

const stop = (offset: number, colour: string, opacity = 1) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
const upright = (id: string, stops: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`
const aroundMiddle = (id: string, stops: string) => `<radialGradient id="${id}">${stops}</radialGradient>`

const paints = `<defs>
  ${upright('sky', stop(0, '#0c0a26') + stop(0.28, '#2a2068') + stop(0.46, '#7d4c9c') + stop(0.6, '#f0a58b'))}
  ${upright('far', stop(0, '#5c4aa6') + stop(1, '#7a5aa8'))}
  ${upright('mist', stop(0, '#f3b39b', 0) + stop(1, '#f3b39b', 0.38))}
  ${upright('water', stop(0, '#8d5b9f') + stop(0.22, '#4b3684') + stop(1, '#0d0b26'))}
  ${upright('sweep', stop(0, '#a78bfa') + stop(1, '#67d8f5'))}
  ${aroundMiddle('dusk', stop(0, '#ffd9a8', 0.85) + stop(0.4, '#ff9f86', 0.35) + stop(1, '#ff9f86', 0))}
  ${aroundMiddle('lamp', stop(0, '#ffdf9f', 0.95) + stop(0.25, '#ffc774', 0.4) + stop(1, '#ffb45c', 0))}
  ${aroundMiddle('glow', stop(0, '#6d5cf0', 0.3) + stop(1, '#6d5cf0', 0))}
</defs>`

export function frameAt(at: number): string {
  const isOverScene = ease(at, 9.5, 10) * (1 - ease(at, 15.1, 15.6))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${paints}
    <rect width="1280" height="720" fill="#07080d"/>
    <ellipse cx="1080" cy="60" rx="760" ry="520" fill="url(#glow)"/>
    ${scriptPage(at)}${storyboard(at)}${scene(at)}${stepRow(at, 1 - isOverScene)}</svg>`
}
