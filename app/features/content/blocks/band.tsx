import type { ReactNode } from 'react'

import { Section } from '#app/ui/section.tsx'

import { choice, line, paragraph } from '../fields.ts'

const groundClass = {
  plain: undefined,
  line: 'border-t border-line',
  raised: 'border-t border-line bg-raised',
} as const

type Ground = keyof typeof groundClass

const groundLabels = {
  line: 'A line above',
  plain: 'Nothing above',
  raised: 'Raised, with a line above',
} as const

export const bandFields = {
  ground: choice('Ground', groundLabels, 'line'),
  title: line('Title', { isRequired: true }),
}

export const bandWithTextFields = { ...bandFields, text: paragraph('Text below the title') }

/** A section of a page with the block's id. Its heading must have the id `<id>-title`. */
export function Band({ id, ground, children }: { id: string; ground: Ground; children: ReactNode }) {
  return (
    <Section id={id} labelledBy={`${id}-title`} className={groundClass[ground]}>
      {children}
    </Section>
  )
}
