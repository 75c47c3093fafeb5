import { z } from 'zod'

import { Island } from '#app/ui/island.tsx'
import { SectionHead } from '#app/ui/section.tsx'

import { defineBlock } from '#app/features/content/define-block.ts'
import { amount, audioSource, group, items, line, paragraph } from '#app/features/content/fields.ts'
import { Band, bandWithTextFields } from '../band.tsx'

import { VoiceCall } from './voice-call.island.tsx'

export const voiceSamplesBlock = defineBlock({
  type: 'voice-samples',
  version: 1,
  title: 'Calls to listen to',
  help: 'Short recordings, each with a waveform and a transcript that follows what is heard. A recording is loaded only when it is played.',
  schema: z.object({
    ...bandWithTextFields,
    note: line('Note below the calls', {
      description: 'For example, that the voices are synthetic.',
      max: 200,
    }),
    play: line('Button that plays', { max: 40, isRequired: true }),
    pause: line('Button that pauses', { max: 40 }),
    position: line('Name of the position, for screen readers', { max: 60 }),
    transcript: line('Label that opens the transcript', { max: 60 }),
    calls: items(
      'Calls',
      group('Call', {
        name: line('Name', { max: 80, isRequired: true }),
        text: paragraph('What it shows', { max: 300 }),
        src: audioSource('Recording', { isRequired: true }),
        lines: items(
          'Transcript',
          group('Line', {
            who: line('Who speaks', { max: 40 }),
            at: amount('Second at which it begins', { max: 3600 }),
            text: paragraph('What is said', { max: 400, isRequired: true }),
          }),
          { max: 60 },
        ),
      }),
      { max: 6 },
    ),
  }),
  Component({ id, ground, title, text, note, calls, ...words }) {
    const heard = calls.filter(({ src }) => src !== '')
    if (heard.length === 0) return null
    const texts = {
      play: words.play,
      pause: words.pause || words.play,
      position: words.position,
      transcript: words.transcript,
    }
    return (
      <Band id={id} ground={ground}>
        <SectionHead id={`${id}-title`} title={title} text={text} className="mb-12" />
        <ul className="grid items-start gap-5 lg:grid-cols-3">
          {heard.map(({ name, text: shows, src, lines }, index) => (
            <li key={index} className="rounded-lg border border-line bg-ink p-6">
              <h3 className="text-heading">{name}</h3>
              {shows ? <p className="mt-2 mb-6 text-secondary">{shows}</p> : null}
              <Island
                name="voice-call"
                of={VoiceCall}
                props={{ id: `${id}-${index}`, name, src, lines, texts }}
                when="visible"
              />
            </li>
          ))}
        </ul>
        {note ? <p className="mt-6 text-sm text-muted">{note}</p> : null}
      </Band>
    )
  },
})
