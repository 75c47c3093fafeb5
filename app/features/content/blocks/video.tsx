import { z } from 'zod'

import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '../define-block.ts'
import { image, line, mediaAddress, videoSource } from '../fields.ts'

import { Band, bandWithTextFields } from './band.tsx'

export const videoBlock = defineBlock({
  type: 'video',
  version: 1,
  title: 'Video',
  help: 'A video that is uploaded here, or lies at an address with https://. Nothing of it is loaded before a visitor presses play.',
  schema: z.object({
    ...bandWithTextFields,
    src: videoSource('Address of the video', {
      description:
        'An MP4 or WebM file of at most 200 MB that is uploaded here, or a file such as https://media.example/film.mp4, and no page of a video service.',
      isRequired: true,
    }),
    poster: image('Picture shown before it plays'),
    captions: mediaAddress('Address of the captions', {
      description: 'A file in WebVTT. Its server and the video’s must allow other sites to read them (CORS).',
    }),
    language: line('Language of the captions', { description: 'For example: en', max: 20 }),
    published: line('Published on', { description: 'For search engines, for example: 2026-05-31', max: 10 }),
  }),
  Component({ id, ground, title, text, src, poster, captions, language }) {
    if (src === '') return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-14" />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- whether there are captions is the owner's word */}
        <video
          controls
          playsInline
          preload="none"
          src={src}
          aria-labelledby={`${id}-title`}
          {...(poster.src && { poster: poster.src })}
          {...(captions && { crossOrigin: 'anonymous' as const })}
          className="aspect-video w-full rounded-lg bg-raised"
        >
          {captions ? (
            <track kind="captions" src={captions} label={language || 'Captions'} srcLang={language} default />
          ) : null}
        </video>
      </Band>
    )
  },
  structuredData({ title, text, src, poster, published }, { publicUrl }) {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(published)
    return [
      {
        '@type': 'VideoObject',
        name: title,
        contentUrl: new URL(src, publicUrl).href,
        ...(text && { description: text }),
        ...(poster.src && { thumbnailUrl: `${publicUrl}${poster.src}` }),
        ...(isDay && { uploadDate: published }),
      },
    ]
  },
})
