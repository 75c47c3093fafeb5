import { useRef, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'
import { Pause, Play } from '#app/ui/icons.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { readSound } from './sound-address.ts'

export type VoiceCallProps = {
  id: string
  name: string
  src: string
  lines: readonly { who: string; text: string; at: number }[]
  texts: { play: string; pause: string; position: string; transcript: string }
}

/** Plays one call. Nothing is loaded before it is played; without script the browser's own controls play it. */
export function VoiceCall({ id, name, src, lines, texts }: VoiceCallProps) {
  const isAwake = useAwake()
  const { address, seconds: stated, wave } = readSound(src)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(stated)
  const [isOpen, setOpen] = useState(false)
  const current = lines.findLastIndex((line) => line.at <= at)
  const hasBegun = isPlaying || at > 0

  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (element.paused) void element.play().catch(() => setPlaying(false))
    else element.pause()
  }
  const goTo = (second: number) => {
    if (audio.current) audio.current.currentTime = second
    setAt(second)
  }
  return (
    <div className="grid gap-4">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the transcript is below it */}
      <audio
        ref={audio}
        src={address}
        preload="none"
        controls={!isAwake}
        aria-label={name}
        className="w-full"
        hidden={isAwake}
        onPlay={(event) => {
          pauseOthers(event.currentTarget)
          setPlaying(true)
          setOpen(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget }) =>
          Number.isFinite(currentTarget.duration) && setLength(currentTarget.duration)
        }
      />
      {isAwake ? (
        <div className="grid grid-cols-[auto_1fr] items-center gap-x-4">
          <button
            type="button"
            onClick={toggle}
            aria-label={`${isPlaying ? texts.pause : texts.play}: ${name}`}
            className="grid size-12 place-items-center rounded-full bg-accent-fill text-white"
          >
            {isPlaying ? (
              <Pause aria-hidden className="size-5" />
            ) : (
              <Play aria-hidden className="size-5 translate-x-px" />
            )}
          </button>
          <div>
            <div className="voice-track">
              <Waveform wave={wave} share={length > 0 ? at / length : 0} />
              <input
                type="range"
                min={0}
                max={Math.max(1, Math.round(length))}
                step={1}
                value={Math.round(at)}
                aria-label={`${texts.position}: ${name}`}
                aria-valuetext={`${clock(at)} / ${clock(length)}`}
                onChange={({ currentTarget }) => goTo(currentTarget.valueAsNumber)}
                className="voice-seek"
              />
            </div>
            <span aria-hidden className="flex justify-between text-xs text-muted tabular-nums">
              <span>{clock(at)}</span>
              <span>{clock(length)}</span>
            </span>
          </div>
        </div>
      ) : null}
      <details
        data-sample="dialogue"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="w-fit cursor-pointer text-sm font-medium">{texts.transcript}</summary>
        <ol id={`${id}-transcript`} className="mt-4 grid gap-3">
          {lines.map((line, index) => (
            <li
              key={index}
              aria-current={hasBegun && index === current ? true : undefined}
              className={cx(
                'border-s-2 ps-4',
                hasBegun && index === current ? 'border-accent' : 'border-line',
              )}
            >
              <span className="flex items-baseline gap-3 text-sm">
                <span className="font-medium">{line.who}</span>
                {isAwake ? (
                  <button
                    type="button"
                    onClick={() => goTo(line.at)}
                    className="min-h-6 text-muted tabular-nums underline decoration-line-strong underline-offset-4"
                  >
                    {clock(line.at)}
                  </button>
                ) : null}
              </span>
              <span className={hasBegun && index === current ? 'text-primary' : 'text-secondary'}>
                {line.text}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

function Waveform({ wave, share }: { wave: readonly number[]; share: number }) {
  return (
    <svg aria-hidden viewBox={`0 0 ${wave.length * 4} 40`} preserveAspectRatio="none" className="h-10 w-full">
      {wave.map((loud, index) => (
        <rect
          key={index}
          x={index * 4 + 0.75}
          y={20 - loud * 2}
          width="2.5"
          height={loud * 4}
          rx="1.2"
          className={index / wave.length < share ? 'voice-played' : 'voice-ahead'}
        />
      ))}
    </svg>
  )
}

function pauseOthers(playing: HTMLAudioElement): void {
  for (const other of document.querySelectorAll('audio')) if (other !== playing) other.pause()
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
