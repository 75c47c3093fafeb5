import { type ReactEventHandler, type RefObject, useRef, useState } from 'react'

import { Picture } from '#app/features/images/picture.tsx'
import { Play } from '#app/ui/icons.tsx'

export type VideoPlayerProps = {
  id: string
  title: string
  play: string
  src: string
  poster: { src: string; alt: string }
  captions: { src: string; label: string; language: string } | null
}

/** Shows a poster until it is clicked, then the browser's player; without script, only the player. */
export function VideoPlayer({ title, play, ...film }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasBegun, setBegun] = useState(false)
  const { poster } = film
  const begin = () => {
    setBegun(true)
    showCaptions(video.current)
    // If the browser refuses autoplay, its own controls are visible.
    void video.current?.play().catch(() => {})
  }
  return (
    <div className="film" data-begun={hasBegun || undefined}>
      {poster.src ? (
        <Picture {...poster} sizes="(min-width: 75rem) 75rem, 100vw" loading="lazy" className="film-poster" />
      ) : null}
      <Film
        {...film}
        ref={video}
        onPlay={({ currentTarget }) => {
          setBegun(true)
          if (document.activeElement === document.body) currentTarget.focus()
        }}
      />
      <noscript>
        <Film {...film} {...(poster.src && { shown: poster.src })} />
      </noscript>
      {hasBegun ? null : (
        <button
          type="button"
          onClick={begin}
          aria-label={play ? `${play}: ${title}` : title}
          className="film-play js-only"
        >
          <span className="grid size-16 place-items-center rounded-full border border-white/30 bg-accent-fill text-white sm:size-20">
            <Play aria-hidden className="size-7 translate-x-0.5 sm:size-8" />
          </span>
        </button>
      )}
    </div>
  )
}

type FilmProps = Pick<VideoPlayerProps, 'id' | 'src' | 'captions'> & {
  ref?: RefObject<HTMLVideoElement | null>
  onPlay?: ReactEventHandler<HTMLVideoElement>
  /** Poster shown before playback; the browser loads it with the page. */
  shown?: string
}

function Film({ id, src, captions, shown, ref, onPlay }: FilmProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the owner decides whether there are captions
    <video
      ref={ref}
      controls
      playsInline
      preload="none"
      src={src}
      poster={shown}
      aria-labelledby={`${id}-title`}
      {...(captions?.src.startsWith('https:') && { crossOrigin: 'anonymous' as const })}
      onPlay={onPlay}
    >
      {captions ? (
        <track
          kind="captions"
          src={captions.src}
          label={captions.label}
          {...(captions.language && { srcLang: captions.language })}
        />
      ) : null}
    </video>
  )
}

/** Shows the captions; with a `default` attribute the track would be loaded with the page. */
function showCaptions(video: HTMLVideoElement | null): void {
  const captions = video?.textTracks[0]
  if (captions) captions.mode = 'showing'
}
