import { type Focus, focuses } from '../image-address.ts'
import { Picture } from '../picture.tsx'

const names: Record<Focus, string> = {
  'left-top': 'Top left',
  top: 'Top',
  'right-top': 'Top right',
  left: 'Left',
  center: 'Centre',
  right: 'Right',
  'left-bottom': 'Bottom left',
  bottom: 'Bottom',
  'right-bottom': 'Bottom right',
}

type FocusFieldProps = { src: string; focus: Focus; onFocus: (focus: Focus) => void }

/** Lets the owner choose the part of a picture that stays in view where a card crops it. */
export function FocusField({ src, focus, onFocus }: FocusFieldProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-secondary">Focal point</legend>
      <div className="relative w-full max-w-72 overflow-hidden rounded-md border border-line">
        <Picture
          key={src}
          src={src}
          alt=""
          sizes="18rem"
          className="aspect-video w-full bg-overlay object-cover"
        />
        <div className="absolute inset-0 grid grid-cols-3 place-items-center">
          {focuses.map((name) => (
            <input
              key={name}
              type="radio"
              name="imageFocus"
              aria-label={names[name]}
              title={names[name]}
              checked={name === focus}
              onChange={() => onFocus(name)}
              className="size-5 cursor-pointer"
            />
          ))}
        </div>
      </div>
      <p className="text-sm text-muted">It stays in view where the picture is cropped.</p>
    </fieldset>
  )
}
