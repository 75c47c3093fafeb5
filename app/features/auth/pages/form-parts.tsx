import type { ReactNode } from 'react'

export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-danger/50 px-4 py-3 text-sm text-danger">
      {children}
    </p>
  )
}

export function FormStatus({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md border border-success/50 px-4 py-3 text-sm text-success">
      {children}
    </p>
  )
}

export function FormLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="justify-self-center text-sm text-secondary underline underline-offset-4">
      {children}
    </a>
  )
}
