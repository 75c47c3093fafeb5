import type { MissingImage } from '../remote-images/remote-images.server.ts'

/** Pictures that a post shows from elsewhere and that readers do not see: not fetched yet, or not to be had. */
export function MissingImages({ images }: { images: readonly MissingImage[] }) {
  if (images.length === 0) return null
  return (
    <section
      aria-labelledby="missing-images"
      className="mb-6 rounded-md border border-line-strong bg-overlay p-4 text-sm"
    >
      <h2 id="missing-images" className="font-medium text-primary">
        Pictures that readers do not see yet
      </h2>
      <p className="mt-1 text-secondary">
        Pictures from other sites are fetched and shown from yours. Readers see a link until then. To try
        again, save the post; or upload the picture.
      </p>
      <ul className="mt-3 grid gap-1.5">
        {images.map(({ url, reason }) => (
          <li key={url} className="break-all">
            <a href={url} target="_blank" rel="noopener" className="underline underline-offset-4">
              {url}
            </a>{' '}
            <span className={reason ? 'text-danger' : 'text-muted'}>{reason ?? 'Being fetched.'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
