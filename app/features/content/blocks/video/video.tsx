import { z } from 'zod'

import { defineBlock } from '#app/features/content/define-block.ts'
import { captionsSource, image, line, videoSource } from '#app/features/content/fields.ts'
import { Island } from '#app/ui/island.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { Band, bandWithTextFields } from '../band.tsx'

import { VideoPlayer } from './video-player.island.tsx'

export const videoBlock = defineBlock({
  type: 'video',
  version: 1,
  title: 'Video',
  help: 'A video that is uploaded here or has an address with https://. Nothing of it is loaded until a visitor presses play.',
  schema: z.object({
    ...bandWithTextFields,
    src: videoSource('Address of the video', {
      description:
        'An MP4 or WebM file of at most 200 MB that is uploaded here, or a file such as https://media.example/film.mp4. Pages of video services do not work.',
      isRequired: true,
    }),
    poster: image('Picture shown before it plays'),
    captions: captionsSource('Address of the captions', {
      description:
        'A WebVTT file that is uploaded here or has an address with https://. The servers of the captions and of the video must then allow other sites to read them (CORS).',
    }),
    language: line('Language of the captions', { description: 'For example: en', max: 20 }),
    play: line('Button that plays', { description: 'For screen readers, before the title.', max: 40 }),
    note: line('Note below the video', { description: 'For example, that it is a sample.', max: 200 }),
    published: line('Published on', { description: 'For search engines, for example: 2026-05-31', max: 10 }),
  }),
  Component({ id, ground, title, text, src, poster, captions, language, play, note }) {
    if (src === '') return null
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        <Island
          name="video-player"
          of={VideoPlayer}
          props={{
            id,
            title,
            play,
            src,
            poster,
            captions: captions ? { src: captions, ...captionsIn(language) } : null,
          }}
          when="intent"
        />
        {note ? <p className="mt-6 text-sm text-muted">{note}</p> : null}
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

/** Names a language in that language, as players list it; `Captions` if the tag is not a language. */
function captionsIn(language: string): { label: string; language: string } {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(language || [])
    const name = tag && new Intl.DisplayNames(tag, { type: 'language' }).of(tag)
    return { label: name || 'Captions', language: tag }
  } catch {
    return { label: 'Captions', language: '' }
  }
}
