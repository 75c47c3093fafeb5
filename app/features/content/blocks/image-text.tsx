import { z } from 'zod'

import { Picture } from '#app/features/images/picture.tsx'
import { cx } from '#app/lib/class-names.ts'

import { defineBlock } from '../define-block.ts'
import { choice, image, rich } from '../fields.ts'

import { Band, bandFields } from './band.tsx'
import { RichText } from './rich-text-lines.tsx'

export const imageTextBlock = defineBlock({
  type: 'image-text',
  version: 1,
  title: 'Picture and text',
  help: 'A picture beside a text.',
  schema: z.object({
    ...bandFields,
    text: rich('Text', { max: 3000 }),
    picture: image('Picture'),
    side: choice('Position of the picture', { right: 'On the right', left: 'On the left' }, 'right'),
  }),
  Component({ id, ground, title, text, picture, side }) {
    return (
      <Band id={id} ground={ground}>
        <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
          <div>
            <h2 id={`${id}-title`} className="text-title">
              {title}
            </h2>
            <RichText text={text} className="mt-6" />
          </div>
          {picture.src ? (
            <div className={cx(side === 'left' && 'lg:-order-1')}>
              <Picture
                src={picture.src}
                alt={picture.alt}
                sizes="(min-width: 64rem) 34rem, 100vw"
                loading="lazy"
                className="h-auto w-full rounded-lg"
              />
            </div>
          ) : null}
        </div>
      </Band>
    )
  },
})
