import type { ComponentProps } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { type Focus, imageSources, parseImageAddress } from './image-address.ts'

/** Classes, because public pages forbid inline styles. */
const focusClass: Record<Focus, string | null> = {
  'left-top': 'object-left-top',
  top: 'object-top',
  'right-top': 'object-right-top',
  left: 'object-left',
  center: null,
  right: 'object-right',
  'left-bottom': 'object-left-bottom',
  bottom: 'object-bottom',
  'right-bottom': 'object-right-bottom',
}

type PictureProps = Omit<ComponentProps<'img'>, 'srcSet' | 'width' | 'height'> & {
  src: string
  alt: string
  sizes: string
}

/** Shows uploaded pictures in all widths and formats, and other addresses as they are. */
export function Picture({ src, alt, sizes, className, ...img }: PictureProps) {
  const image = parseImageAddress(src)
  if (!image) return <img src={src} alt={alt} className={className} {...img} />
  const { width, height, focus } = image
  return (
    <picture>
      <source type="image/avif" srcSet={imageSources(image, 'avif')} sizes={sizes} />
      <img
        src={src}
        srcSet={imageSources(image, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        className={cx(className, focusClass[focus])}
        {...img}
      />
    </picture>
  )
}
