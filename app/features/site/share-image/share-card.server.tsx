import { voiceHeights } from '#app/features/content/blocks/hero/voice-heights.ts'
import { directionOf } from '#app/lib/languages.ts'
import type { Look } from '#app/lib/look.ts'

import type { LogoToDraw } from '../brand/logo/brand-pictures.server.ts'

import type { WordsPicture } from './draw-words.server.ts'
import { DISPLAY, TEXT } from './share-fonts.server.ts'

export const CARD = { width: 1200, height: 630 } as const

const MARGIN = 72

/** Area of the title on the card, in pixels. */
export const TITLE_BOX = { left: MARGIN, top: 146, width: CARD.width - 2 * MARGIN, height: 262 } as const

/** Area of the site's name. */
export const NAME_BOX = { width: 560, height: 56 } as const

const LEADING = 1.06
const BARS = 75
const PITCH = CARD.width / BARS
const heights = voiceHeights(BARS, 190)

type Coloured = { colours: Look['colours'] }

export type ShareCardProps = {
  title: string
  siteName: string
  /** Letters that this library cannot set, in place of the text. */
  titlePicture: WordsPicture | undefined
  namePicture: WordsPicture | undefined
  /** Tag of the page's language, by which the card runs from the left or the right. */
  language: string
  address: string
  colours: Look['colours']
  logo: LogoToDraw | null
  /** Of the title, in pixels. */
  fontSize: number
  /** Whether overflowing text ends in an ellipsis; otherwise its height shows that it does not fit. */
  isCut: boolean
}

/**
 * The picture beside a link in social networks. Drawn by satori, which only supports inline styles and flex boxes. The
 * background only changes from top to bottom, because rows of one colour make the file a third as large.
 */
export function ShareCard({ title, siteName, address, language, ...props }: ShareCardProps) {
  const { titlePicture, namePicture, colours, logo, fontSize, isCut } = props
  const isRtl = directionOf(language) === 'rtl'
  const [start, end] = isRtl ? (['right', 'left'] as const) : (['left', 'right'] as const)
  return (
    <div
      style={{
        ...CARD,
        display: 'flex',
        background: `linear-gradient(180deg, ${colours.ink} 40%, ${colours.dusk} 100%)`,
        color: colours.primary,
        fontFamily: DISPLAY,
      }}
    >
      <Voice colours={colours} />
      <div style={{ ...header, [start]: MARGIN, flexDirection: isRtl ? 'row-reverse' : 'row' }}>
        {logo ? (
          <img alt="" src={logo.dataUrl} {...fitted(logo)} />
        ) : (
          <>
            <Mark colours={colours} />
            {namePicture ? (
              <Words {...namePicture} />
            ) : (
              <div style={{ ...oneLine, maxWidth: NAME_BOX.width, fontSize: 36, letterSpacing: '-0.02em' }}>
                {siteName}
              </div>
            )}
          </>
        )}
      </div>
      <div style={{ ...header, [end]: MARGIN, fontFamily: TEXT, fontSize: 24, color: colours.secondary }}>
        <div style={{ ...oneLine, maxWidth: 400 }}>{address}</div>
      </div>
      <div
        style={{
          ...TITLE_BOX,
          position: 'absolute',
          display: 'flex',
          alignItems: 'center',
          justifyContent: isRtl ? 'flex-end' : 'flex-start',
        }}
      >
        {titlePicture ? (
          <Words {...titlePicture} />
        ) : (
          <div
            key="title"
            style={{
              display: 'block',
              // If a word is broken, satori's lines come out up to 3% wider than measured.
              width: isCut ? '94%' : '100%',
              textAlign: start,
              fontSize,
              lineHeight: LEADING,
              letterSpacing: '-0.03em',
              wordBreak: 'break-word',
              ...(isCut
                ? { lineClamp: Math.floor(TITLE_BOX.height / (fontSize * LEADING)) }
                : { textWrap: 'balance' }),
            }}
          >
            {title}
          </div>
        )}
      </div>
    </div>
  )
}

const header = {
  position: 'absolute',
  top: 56,
  height: 56,
  display: 'flex',
  alignItems: 'center',
  gap: 16,
} as const
const oneLine = {
  display: 'block',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const

const Words = ({ dataUrl, width, height }: WordsPicture) => (
  <img alt="" src={dataUrl} width={width} height={height} />
)

const LOGO_BOX = { width: 520, height: 64 }

function fitted({ width, height }: LogoToDraw): { width: number; height: number } {
  const scale = Math.min(LOGO_BOX.width / width, LOGO_BOX.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The starter's three bars (layout/logo.tsx). */
function Mark({ colours }: Coloured) {
  return (
    <svg viewBox="0 0 24 24" width={46} height={46}>
      <linearGradient id="mark" x1="0" y1="0" x2="24" y2="24" gradientUnits="userSpaceOnUse">
        <stop stopColor={colours.sweep} />
        <stop offset="1" stopColor={colours.second} />
      </linearGradient>
      <path
        d="M4 9.5v5M9.33 4v16M14.66 7.5v9M20 10.5v3"
        stroke="url(#mark)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  )
}

function Voice({ colours }: Coloured) {
  const middle = 110
  const bars = heights.map((height, bar) => `M${bar * PITCH + PITCH / 2} ${middle - height / 2}v${height}`)
  return (
    <svg
      viewBox={`0 0 ${CARD.width} ${2 * middle}`}
      width={CARD.width}
      height={2 * middle}
      style={{ position: 'absolute', left: 0, bottom: 8 }}
    >
      <linearGradient id="voice" x1="0" x2={CARD.width} y1="0" y2="0" gradientUnits="userSpaceOnUse">
        <stop stopColor={colours.glow} stopOpacity="0" />
        <stop offset="0.25" stopColor={colours.glow} />
        <stop offset="0.7" stopColor={colours.second} />
        <stop offset="1" stopColor={colours.second} stopOpacity="0" />
      </linearGradient>
      <path d={bars.join('')} stroke="url(#voice)" strokeWidth="6" strokeLinecap="round" />
    </svg>
  )
}
