import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import sharp from 'sharp'

import { findSystemBrowser } from './browser.mjs'
import { frameAt, HEIGHT, LENGTH, WIDTH } from './video-samples-frames.ts'

/**
 * Makes the starter's film, its poster and its captions: a browser draws each frame, a text-to-speech program speaks.
 * Needs flite, ffmpeg (apt-get install flite ffmpeg) and Chromium; run it again when a frame or a line changes.
 */

const TARGET = 'public/samples/script-to-scene'
const FRAMES_A_SECOND = 25
const POSTER_AT = 13.8
const RATE = 44_100

const lines = [
  { at: 0.4, text: 'It begins with a page: the lake, the last light, the first lamp.' },
  { at: 5, text: 'We draw it as a storyboard. You say what stays.' },
  { at: 9.9, text: 'Then it becomes a scene, with light, movement and a voice.' },
  { at: 15.1, text: 'One film, in every format you need.' },
]

const folder = mkdtempSync(join(tmpdir(), 'video-samples-'))
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })

function speak(): { file: string; at: number; until: number; text: string }[] {
  return lines.map(({ at, text }, index) => {
    const file = join(folder, `line-${index}.wav`)
    run('flite', '-voice', 'slt', '-t', text, '-o', file)
    const length = run('ffprobe', '-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file)
    return { file, at, until: at + Number(length.toString()), text }
  })
}

function mixSound(spoken: readonly { file: string; at: number }[], target: string): void {
  const tones = [110, 164.81, 220, 277.18, 329.63]
    .map(
      (hertz, n) =>
        `${(0.03 / (1 + n * 0.3)).toFixed(3)}*sin(2*PI*${hertz}*t)*(0.75+0.25*sin(2*PI*${0.07 + n * 0.03}*t))`,
    )
    .join('+')
  const voices = spoken.map(({ at }, n) => {
    const delay = Math.round(at * 1000)
    return `[${n}]aresample=${RATE},highpass=f=90,lowpass=f=7500,volume=0.6,adelay=${delay}[v${n}]`
  })
  const chord = `aevalsrc='${tones}':d=${LENGTH}:s=${RATE},lowpass=f=900,afade=t=in:d=1.8,afade=t=out:st=${LENGTH - 2.4}:d=2.4[chord]`
  const inputs = spoken.map((_, n) => `[v${n}]`).join('')
  const mixed = `${inputs}[chord]amix=inputs=${spoken.length + 1}:normalize=0:duration=longest,alimiter=limit=0.85,atrim=0:${LENGTH}`
  const filter = [...voices, chord, mixed].join(';')
  run('ffmpeg', '-y', ...spoken.flatMap(({ file }) => ['-i', file]), '-filter_complex', filter, target)
}

function clock(seconds: number): string {
  return `00:${new Date(Math.round(seconds * 1000)).toISOString().slice(14, 23)}`
}

async function openStage() {
  const executablePath = findSystemBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  const face = (family: string, file: string) =>
    `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(`app/ui/fonts/${file}.woff2`).toString('base64')})}`
  await page.setContent(
    `<style>${face('Text', 'inter-basic')}${face('Display', 'bricolage-grotesque-basic')}body{margin:0}.sans{font-family:Text}.display{font-family:Display}</style><main></main><p class="sans">a</p><p class="display">b</p>`,
  )
  await page.evaluate(() => document.fonts.ready.then(() => null))
  const draw = async (at: number) => {
    await page.locator('main').evaluate((stage, svg) => {
      stage.innerHTML = svg
    }, frameAt(at))
    return page.screenshot()
  }
  return { draw, close: () => browser.close() }
}

const spoken = speak()
const sound = join(folder, 'sound.wav')
mixSound(spoken, sound)
const stage = await openStage()
const input = [
  '-f',
  'image2pipe',
  '-c:v',
  'png',
  '-framerate',
  String(FRAMES_A_SECOND),
  '-i',
  '-',
  '-i',
  sound,
]
const picture = [
  '-c:v',
  'libx264',
  '-preset',
  'veryslow',
  '-crf',
  '27',
  '-tune',
  'animation',
  '-pix_fmt',
  'yuv420p',
]
const voice = ['-c:a', 'aac', '-b:a', '48k', '-ac', '1']
const file = ['-movflags', '+faststart', '-map_metadata', '-1', '-fflags', '+bitexact', `${TARGET}.mp4`]
const encoder = spawn('ffmpeg', ['-v', 'error', '-y', ...input, ...picture, ...voice, ...file], {
  stdio: ['pipe', 'inherit', 'inherit'],
})
const encoded = once(encoder, 'exit')
for (let n = 0; n < LENGTH * FRAMES_A_SECOND; n += 1)
  if (!encoder.stdin.write(await stage.draw(n / FRAMES_A_SECOND))) await once(encoder.stdin, 'drain')
encoder.stdin.end()
await encoded
await sharp(await stage.draw(POSTER_AT))
  .resize(960)
  .webp({ quality: 55, effort: 6 })
  .toFile(`${TARGET}.webp`)
await stage.close()

const cues = spoken.map(({ at, until, text }, index) => {
  const next = lines[index + 1]?.at ?? LENGTH
  return `${clock(at)} --> ${clock(Math.min(until + 0.4, next))}\n${text}\n`
})
writeFileSync(`${TARGET}.vtt`, ['WEBVTT\n', ...cues].join('\n'))
rmSync(folder, { recursive: true })
for (const kind of ['mp4', 'webp', 'vtt'])
  console.info(`${TARGET}.${kind}: ${statSync(`${TARGET}.${kind}`).size} bytes`)
