import { z } from 'zod'

import { cx } from '#app/lib/class-names.ts'
import { SectionHead } from '#app/ui/section.tsx'

import { blockIcons } from '../block-icons.ts'
import { defineBlock } from '../define-block.ts'
import { choice, group, icon, items, line, paragraph, toggle } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'
import { Ranges } from './ranges.tsx'

export const titledText = {
  title: line('Title', { isRequired: true }),
  text: paragraph('Text'),
}

export const pointsBlock = defineBlock({
  type: 'points',
  version: 1,
  title: 'Points',
  help: 'Benefits, features or reasons: a word and a sentence each.',
  schema: z.object({
    ...bandWithTextFields,
    columns: choice('Columns', { three: 'Three', two: 'Two' }, 'three'),
    hasIcons: toggle('Show an icon above each'),
    points: items('Points', group('Point', { ...titledText, icon: icon('Icon') })),
  }),
  Component({ id, ground, title, text, columns, hasIcons, points }) {
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        <ul className={cx('grid gap-x-10 gap-y-10 sm:grid-cols-2', columns === 'three' && 'lg:grid-cols-3')}>
          {points.map((point, index) => {
            const Icon = blockIcons[point.icon]
            return (
              <li key={index} className="border-t border-line-strong pt-6">
                {hasIcons ? <Icon aria-hidden className="mb-5 size-6 text-accent" /> : null}
                <h3 className="text-heading">
                  <Ranges text={point.title} />
                </h3>
                <p className="mt-2 text-secondary">
                  <Ranges text={point.text} />
                </p>
              </li>
            )
          })}
        </ul>
      </Band>
    )
  },
})
