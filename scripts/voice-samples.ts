import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes the starter's calls with a text-to-speech program, and the data that the page shows of them. Needs flite and
 * ffmpeg (apt-get install flite ffmpeg); run it again when a line changes.
 */

const RATE = 22_050
/** In seconds. */
const PAUSE = 0.45

type Voice = 'slt' | 'rms' | 'awb'
type Line = { who: string; voice: Voice; onPhone?: boolean; text: string; said?: string }
type Call = { file: string; name: string; text: string; lines: Line[] }

const calls: Call[] = [
  {
    file: 'voice-dentist',
    name: 'An appointment on a Sunday night',
    text: 'The agent finds a free time, books it and says what to do if it gets worse.',
    lines: [
      { who: 'Agent', voice: 'slt', text: 'Lang Dental, good evening. How can I help?' },
      {
        who: 'Caller',
        voice: 'rms',
        onPhone: true,
        text: 'Do you have anything free tomorrow? It’s urgent.',
      },
      {
        who: 'Agent',
        voice: 'slt',
        text: 'I’m sorry to hear that. Dr. Lang can see you at half past eight. Shall I book it?',
        said: "I'm sorry to hear that. Doctor Lang can see you at half past eight. Shall I book it?",
      },
      { who: 'Caller', voice: 'rms', onPhone: true, text: 'Yes, please.' },
      {
        who: 'Agent',
        voice: 'slt',
        text: 'It’s booked, and I’ve sent you the address. If it gets worse tonight, please call the emergency number in the same message.',
      },
      { who: 'Caller', voice: 'rms', onPhone: true, text: 'Thank you. Good night.' },
    ],
  },
  {
    file: 'voice-plumber',
    name: 'An emergency goes to a person',
    text: 'It asks what matters, then puts the caller through to whoever is on call.',
    lines: [
      { who: 'Agent', voice: 'slt', text: 'Harbour Plumbing. What has happened?' },
      {
        who: 'Caller',
        voice: 'awb',
        onPhone: true,
        text: 'There is water coming through the kitchen ceiling.',
      },
      {
        who: 'Agent',
        voice: 'slt',
        text: 'Please close the main valve first. It is usually next to the meter.',
      },
      { who: 'Caller', voice: 'awb', onPhone: true, text: 'I have closed it.' },
      {
        who: 'Agent',
        voice: 'slt',
        text: 'Good. I’m putting you through to Sam, who is on call. He can see your address and what you told me.',
      },
      { who: 'Sam', voice: 'rms', onPhone: true, text: 'Sam here. I can be with you in twenty minutes.' },
    ],
  },
  {
    file: 'voice-restaurant',
    name: 'A question it cannot answer',
    text: 'It books the table, notes the allergy and does not guess about the trout.',
    lines: [
      {
        who: 'Agent',
        voice: 'rms',
        text: 'Restaurant Seeblick, good afternoon.',
        said: 'Restaurant Zay blick, good afternoon.',
      },
      {
        who: 'Caller',
        voice: 'slt',
        onPhone: true,
        text: 'A table for four on Saturday, please. One of us cannot eat gluten.',
      },
      { who: 'Agent', voice: 'rms', text: 'At seven, or at half past eight?' },
      { who: 'Caller', voice: 'slt', onPhone: true, text: 'Seven. Is the trout from the lake?' },
      {
        who: 'Agent',
        voice: 'rms',
        text: 'I don’t know that, so I won’t guess. The kitchen will write to you today. Your table is booked, and I’ve noted the gluten.',
      },
      { who: 'Caller', voice: 'slt', onPhone: true, text: 'Perfect. See you on Saturday.' },
    ],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'voice-samples-'))
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })

function samplesOf(file: string): Int16Array {
  const raw = run('ffmpeg', '-i', file, '-f', 's16le', '-ac', '1', '-ar', String(RATE), '-')
  return new Int16Array(raw.buffer, raw.byteOffset, Math.floor(raw.byteLength / 2))
}

/** Makes callers sound as over a telephone, and the agent slightly warmer. Trims silence at both ends. */
function speak({ voice, text, said, onPhone }: Line, name: string): Int16Array {
  const spoken = join(folder, `${name}.wav`)
  const heard = join(folder, `${name}-heard.wav`)
  run('flite', '-voice', voice, '-t', (said ?? text).replaceAll('’', "'"), '-o', spoken)
  const trim =
    'silenceremove=start_periods=1:start_threshold=-45dB,areverse,silenceremove=start_periods=1:start_threshold=-45dB,areverse'
  const tone = onPhone
    ? 'highpass=f=320,lowpass=f=3300,volume=0.9'
    : 'highpass=f=80,lowpass=f=7000,bass=g=2:f=180,treble=g=-2:f=4500'
  run('ffmpeg', '-y', '-i', spoken, '-af', `${trim},${tone}`, '-ar', String(RATE), '-ac', '1', heard)
  return evenlyLoud(samplesOf(heard))
}

function evenlyLoud(samples: Int16Array): Int16Array {
  const most = samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 1)
  const gain = Math.min(3600 / loudnessOf(samples), 30_000 / most)
  return samples.map((value) => Math.round(value * gain))
}

function loudnessOf(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length))
}

/** A single ringing tone of a telephone, and a pause before somebody answers. */
function ring(): Int16Array {
  const tone = Int16Array.from({ length: Math.round(RATE * 0.9) }, (_, n) => {
    const at = n / RATE
    const fade = Math.min(1, at / 0.03, (0.9 - at) / 0.05)
    return 2200 * fade * (Math.sin(2 * Math.PI * 400 * at) + Math.sin(2 * Math.PI * 450 * at))
  })
  return joined([tone, silence(0.35)])
}

function silence(seconds: number): Int16Array {
  return new Int16Array(Math.round(seconds * RATE))
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Returns 64 digits: the loudness of each section, 9 for the loudest (the page decodes them in sound-address.ts). */
function waveOf(samples: Int16Array): string {
  const step = samples.length / 64
  const loud = Array.from({ length: 64 }, (_, bar) =>
    loudnessOf(samples.subarray(Math.floor(bar * step), Math.floor((bar + 1) * step))),
  )
  const most = Math.max(...loud)
  return loud.map((value) => Math.max(1, Math.round((value / most) * 9))).join('')
}

const made = calls.map(({ file, name, text, lines }) => {
  const parts = [ring()]
  const transcript: { who: string; at: number; text: string }[] = []
  for (const [index, line] of lines.entries()) {
    const at = parts.reduce((sum, part) => sum + part.length, 0) / RATE
    transcript.push({ who: line.who, at: Math.round(at * 10) / 10, text: line.text })
    parts.push(speak(line, `${file}-${index}`), silence(PAUSE))
  }
  const samples = joined(parts)
  const raw = join(folder, `${file}.raw`)
  writeFileSync(raw, Buffer.from(samples.buffer))
  const path = `public/samples/${file}.mp3`
  run(
    'ffmpeg',
    '-y',
    '-f',
    's16le',
    '-ar',
    String(RATE),
    '-ac',
    '1',
    '-i',
    raw,
    '-b:a',
    '32k',
    '-map_metadata',
    '-1',
    path,
  )
  const seconds = Math.round(samples.length / RATE)
  console.info(`${path}: ${seconds} s, ${statSync(path).size} bytes`)
  const src = `/samples/${file}.mp3#seconds=${seconds}&wave=${waveOf(samples)}`
  return { name, text, src, lines: transcript }
})
rmSync(folder, { recursive: true })
const target = 'app/features/content/starter/voice-calls.ts'
const source = `/** Written by scripts/voice-samples.ts, together with the recordings. */\nexport const voiceCalls = ${JSON.stringify(made)}\n`
writeFileSync(target, source)
execFileSync('oxfmt', [target])
