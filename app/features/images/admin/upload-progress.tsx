/** How far an upload has come, from 0 to 1; nothing between uploads. Once it is sent, the picture is made. */
export function UploadProgress({ share }: { share: number | null }) {
  const text =
    share === null ? '' : share < 1 ? `Uploading… ${Math.round(share * 100)}%` : 'Preparing the picture…'
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {text}
    </p>
  )
}
