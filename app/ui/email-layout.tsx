import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Text } from '@react-email/text'
import type { ReactNode } from 'react'

/** Mail programs know neither custom properties nor our style sheet: the tokens stand here by value. */
const colors = { ink: '#07080d', text: '#1f2330', muted: '#5b6272', line: '#e4e6ec', accent: '#5b4be0' }
const font = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"

type EmailLayoutProps = {
  preview: string
  heading: string
  siteName: string
  siteUrl: string
  children: ReactNode
}

/** The frame of every mail: one column, readable with images off and in plain text. */
export function EmailLayout({ preview, heading, siteName, siteUrl, children }: EmailLayoutProps) {
  return (
    <Html lang="en" dir="ltr">
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ backgroundColor: '#f4f5f7', fontFamily: font, margin: 0, padding: '24px 12px' }}>
        <Container
          style={{
            backgroundColor: '#ffffff',
            border: `1px solid ${colors.line}`,
            borderRadius: 10,
            maxWidth: 560,
            padding: '32px 32px 20px',
          }}
        >
          <Text style={{ color: colors.accent, fontSize: 14, fontWeight: 600, margin: 0 }}>{siteName}</Text>
          <Heading
            as="h1"
            style={{ color: colors.ink, fontSize: 22, lineHeight: '30px', margin: '8px 0 20px' }}
          >
            {heading}
          </Heading>
          {children}
          <Hr style={{ borderColor: colors.line, margin: '28px 0 14px' }} />
          <Text style={{ color: colors.muted, fontSize: 13, margin: 0 }}>
            {siteName} ·{' '}
            <Link href={siteUrl} rel="noopener">
              {siteUrl.replace(/^https?:\/\//, '')}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

export function EmailText({ children }: { children: ReactNode }) {
  return (
    <Text style={{ color: colors.text, fontSize: 15, lineHeight: '24px', margin: '0 0 14px' }}>
      {children}
    </Text>
  )
}

/** One line of a record: what it is, and what was given. */
export function EmailField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text style={{ color: colors.text, fontSize: 15, lineHeight: '22px', margin: '0 0 10px' }}>
      <span style={{ color: colors.muted, display: 'block', fontSize: 13 }}>{label}</span>
      <span style={{ whiteSpace: 'pre-wrap' }}>{children}</span>
    </Text>
  )
}

/** What the reader is asked to do. It opens a window of its own, which learns nothing of the one it came from. */
export function EmailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button
      href={href}
      rel="noopener"
      style={{
        backgroundColor: colors.accent,
        borderRadius: 6,
        color: '#ffffff',
        fontSize: 15,
        margin: '8px 0 16px',
        padding: '12px 18px',
      }}
    >
      {children}
    </Button>
  )
}
