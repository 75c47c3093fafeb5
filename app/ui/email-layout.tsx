import { createContext, type CSSProperties, type ReactNode, use } from 'react'

import { directionOf } from '#app/lib/languages.ts'
import { type Look, starterColours } from '#app/lib/look.ts'

/** Mail programs support neither custom properties nor style sheets, so the tokens are repeated here. */
const colors = { text: '#1f2330', muted: '#5b6272', line: '#e4e6ec' }
const Accent = createContext(starterColours.onWhite)
const font = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"
const frame: CSSProperties = {
  maxWidth: 560,
  backgroundColor: '#ffffff',
  border: `1px solid ${colors.line}`,
  borderRadius: 10,
  padding: '32px 32px 20px',
}
/** In characters. Invisible characters fill the rest; otherwise mail programs would append the mail's first lines. */
const PREVIEW = 150
const BLANKS = '\u{A0}\u{200C}\u{200B}\u{200D}\u{200E}\u{200F}\u{FEFF}'

type EmailLayoutProps = {
  preview: string
  heading: string
  site: { siteName: string; publicUrl: string; look: Look; language: string }
  children: ReactNode
}

/** Tables are the only layout that Outlook supports. */
export function EmailLayout({ preview, heading, site, children }: EmailLayoutProps) {
  const { siteName, publicUrl } = site
  const { onWhite: accent, heading: headingColour } = site.look.colours
  return (
    <html lang={site.language} dir={directionOf(site.language)}>
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
      </head>
      <body style={{ backgroundColor: '#f4f5f7', margin: 0, padding: 0 }}>
        <Preview text={preview.slice(0, PREVIEW)} />
        <Table>
          <td style={{ backgroundColor: '#f4f5f7', fontFamily: font, margin: 0, padding: '24px 12px' }}>
            <Table style={frame}>
              <td>
                <Paragraph style={{ color: accent, fontWeight: 600, margin: 0 }}>
                  <Name site={site} />
                </Paragraph>
                <h1 style={{ color: headingColour, fontSize: 22, lineHeight: '30px', margin: '8px 0 20px' }}>
                  {heading}
                </h1>
                <Accent value={accent}>{children}</Accent>
                <hr
                  style={{
                    width: '100%',
                    border: 'none',
                    borderTop: '1px solid #eaeaea',
                    borderColor: colors.line,
                    margin: '28px 0 14px',
                  }}
                />
                <Paragraph style={{ color: colors.muted, fontSize: 13, margin: 0 }}>
                  {siteName} ·{' '}
                  <a
                    href={publicUrl}
                    rel="noopener"
                    target="_blank"
                    style={{ color: accent, textDecorationLine: 'none' }}
                  >
                    {publicUrl.replace(/^https?:\/\//, '')}
                  </a>
                </Paragraph>
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  )
}

/** Maximum size of a logo in a mail, in pixels. */
const LOGO = { width: 180, height: 40 }

/** The logo. Its alt text is the name, which mail programs show while images are not loaded. */
function Name({ site: { siteName, publicUrl, look } }: Pick<EmailLayoutProps, 'site'>) {
  const { logo } = look
  if (!logo) return siteName
  const scale = Math.min(1, LOGO.width / logo.width, LOGO.height / logo.height)
  return (
    <img
      src={`${publicUrl}${logo.png}`}
      alt={siteName}
      width={Math.round(logo.width * scale)}
      height={Math.round(logo.height * scale)}
      style={{ display: 'block', border: 'none' }}
    />
  )
}

function Preview({ text }: { text: string }) {
  return (
    <div
      data-skip-in-text
      style={{
        display: 'none',
        overflow: 'hidden',
        lineHeight: '1px',
        opacity: 0,
        maxHeight: 0,
        maxWidth: 0,
      }}
    >
      {text}
      <div>{BLANKS.repeat(PREVIEW - text.length)}</div>
    </div>
  )
}

function Table({ style, children }: { style?: CSSProperties; children: ReactNode }) {
  return (
    <table
      align="center"
      width="100%"
      border={0}
      cellPadding="0"
      cellSpacing="0"
      role="presentation"
      style={style}
    >
      <tbody>
        <tr style={{ width: '100%' }}>{children}</tr>
      </tbody>
    </table>
  )
}

function Paragraph({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return <p style={{ fontSize: 14, lineHeight: '24px', ...style }}>{children}</p>
}

export function EmailText({ children }: { children: ReactNode }) {
  return <Paragraph style={{ color: colors.text, fontSize: 15, margin: '0 0 14px' }}>{children}</Paragraph>
}

/** In the plain-text version a colon follows the label unless it asks, and a multi-line value starts on a line of its own. */
export function EmailField({ label, children }: { label: string; children: ReactNode }) {
  const isLong = typeof children === 'string' && children.trim().includes('\n')
  return (
    <Paragraph style={{ color: colors.text, fontSize: 15, lineHeight: '22px', margin: '0 0 10px' }}>
      <span
        data-label={isLong ? 'above' : 'before'}
        data-asks={label.endsWith('?') || undefined}
        style={{ color: colors.muted, display: 'block', fontSize: 13 }}
      >
        {label}
      </span>
      <span style={{ whiteSpace: 'pre-wrap' }}>{children}</span>
    </Paragraph>
  )
}

/** Outlook ignores a link's padding, so invisible characters widen it. */
const outlook = {
  before:
    '<!--[if mso]><i style="mso-font-width:450%;mso-text-raise:18" hidden>&#8202;&#8202;</i><![endif]-->',
  after: '<!--[if mso]><i style="mso-font-width:450%" hidden>&#8202;&#8202;&#8203;</i><![endif]-->',
}
const msoPadding = { msoPaddingAlt: '0px' } as CSSProperties
const msoRaise = { msoTextRaise: 9 } as CSSProperties

export function EmailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="noopener"
      target="_blank"
      style={{
        lineHeight: '100%',
        textDecoration: 'none',
        display: 'inline-block',
        maxWidth: '100%',
        ...msoPadding,
        backgroundColor: use(Accent),
        borderRadius: 6,
        color: '#ffffff',
        fontSize: 15,
        margin: '8px 0 16px',
        padding: '12px 18px',
      }}
    >
      <span dangerouslySetInnerHTML={{ __html: outlook.before }} />
      <span
        style={{ maxWidth: '100%', display: 'inline-block', lineHeight: '120%', ...msoPadding, ...msoRaise }}
      >
        {children}
      </span>
      <span dangerouslySetInnerHTML={{ __html: outlook.after }} />
    </a>
  )
}
