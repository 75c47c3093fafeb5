import { useRef, useState } from 'react'

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

/** Shows the poster until it is pressed, then the browser's own player; without script that is there from the start. */
export function VideoPlayer({ id, title, play, src, poster, captions }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [hasBegun, setBegun] = useState(false)
  const begin = () => {
    setBegun(true)
    showCaptions(video.current)
    // Where the browser wants a press of its own, its controls are there for it.
    void video.current?.play().catch(() => {})
  }
  return (
    <div className="film" data-begun={hasBegun || undefined}>
      {poster.src ? (
        <Picture {...poster} sizes="(min-width: 75rem) 75rem, 100vw" loading="lazy" className="film-poster" />
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- whether there are captions is the owner's word */}
      <video
        ref={video}
        controls
        playsInline
        preload="none"
        src={src}
        aria-labelledby={`${id}-title`}
        {...(captions?.src.startsWith('https:') && { crossOrigin: 'anonymous' as const })}
        onPlay={({ currentTarget }) => {
          setBegun(true)
          if (document.activeElement === document.body) currentTarget.focus()
        }}
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

/** A track that says so by itself is loaded with the page. */
function showCaptions(video: HTMLVideoElement | null): void {
  const captions = video?.textTracks[0]
  if (captions) captions.mode = 'showing'
}
