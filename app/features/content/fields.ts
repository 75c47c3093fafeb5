import { z } from 'zod'

import { ownCaptions, ownSound, ownVideo } from '#app/features/images/videos/video-kind.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'

import { type BlockIcon, blockIconNames } from './block-icons.ts'

export type Control =
  | 'line'
  | 'paragraph'
  | 'rich'
  | 'list'
  | 'group'
  | 'choice'
  | 'toggle'
  | 'number'
  | 'link'
  | 'image'
  | 'icon'
  | 'service'
  | 'meeting'

/** Metadata of a field beside its schema; the form and the documentation are derived from it. */
export type FieldMeta = {
  title: string
  description?: string
  control: Control
  /** Without it, its item or its whole block is left out of the page. */
  isRequired?: boolean
  /** Names in braces that the block fills itself, besides the facts. */
  places?: readonly string[]
  /** What can be uploaded to get an address. */
  upload?: 'video' | 'sound' | 'captions'
  labels?: Readonly<Record<string, string>>
}

type TextOptions = Pick<FieldMeta, 'description' | 'isRequired' | 'places'> & { max?: number }

const UNREADABLE = 'This contains characters that cannot be stored.'

export function fieldMetaOf(schema: z.ZodType): FieldMeta | null {
  const described = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema
  const meta = described.meta()
  // A schema's control is always set together with its title.
  return meta?.['control'] === undefined ? null : (meta as FieldMeta)
}

function text(
  control: 'line' | 'paragraph' | 'rich',
  title: string,
  { max, ...meta }: TextOptions & { max: number },
) {
  const read = control === 'line' ? readableLine : readableText
  return z
    .string()
    .refine((typed) => read(typed) !== null, UNREADABLE)
    .overwrite((typed) => read(typed) ?? typed)
    .max(max, `Please use at most ${max} characters.`)
    .default('')
    .meta({ title, control, ...meta })
}

/** A text on one line. Any text may be empty; an empty text is left out of the page. */
export const line = (title: string, options: TextOptions = {}) =>
  text('line', title, { max: 120, ...options })

export const paragraph = (title: string, options: TextOptions = {}) =>
  text('paragraph', title, { max: 600, ...options })

/** A longer text with some Markdown: paragraphs, lists, bold, italics and links (`rich-text.tsx`). */
export const rich = (title: string, options: TextOptions = {}) =>
  text('rich', title, { max: 6000, ...options })

/** Returns whether an address may be linked: a path, http(s), `#`, `mailto:` or `tel:`. An empty address may. */
export function isLinkAddress(address: string): boolean {
  if (address === '' || /\s|\p{Cc}/u.test(address)) return address === ''
  return /^(?:https?:\/\/[^/]|mailto:|tel:|#|\/(?![/\\]))/i.test(address)
}

export const linkTo = (title: string, meta: Pick<FieldMeta, 'description'> = {}) =>
  z
    .string()
    .trim()
    .max(500, 'Please use at most 500 characters.')
    .refine(isLinkAddress, 'Please enter a path that begins with / or #, or a full address with https://.')
    .default('')
    .meta({ title, control: 'link', ...meta })

/** Address of an uploaded video, or an https address. */
export const videoSource = (title: string, meta: Pick<FieldMeta, 'description' | 'isRequired'>) =>
  z
    .string()
    .trim()
    .max(500, 'Please use at most 500 characters.')
    .refine(
      (address) => address === '' || ownVideo.test(address) || isSafeAddress(address),
      'Please enter an address with https://.',
    )
    .default('')
    .meta({ title, control: 'link', upload: 'video', ...meta })

/** Address of an uploaded sound, or an https address. */
export const audioSource = (title: string, meta: Pick<FieldMeta, 'description' | 'isRequired'>) =>
  z
    .string()
    .trim()
    .max(500, 'Please use at most 500 characters.')
    .refine(
      (address) => address === '' || ownSound.test(address) || isSafeAddress(address),
      'Please enter an address with https://.',
    )
    .default('')
    .meta({ title, control: 'link', upload: 'sound', ...meta })

/** Address of an uploaded captions file, or an https address. */
export const captionsSource = (title: string, meta: Pick<FieldMeta, 'description' | 'isRequired'>) =>
  z
    .string()
    .trim()
    .max(500, 'Please use at most 500 characters.')
    .refine(
      (address) => address === '' || ownCaptions.test(address) || isSafeAddress(address),
      'Please enter an address with https://.',
    )
    .default('')
    .meta({ title, control: 'link', upload: 'captions', ...meta })

function isSafeAddress(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:' && isLinkAddress(address)
}

/** A button or link with its text; shown only if it has both text and address. */
export const action = (title: string) =>
  group(title, { text: line('Label', { max: 60 }), href: linkTo('Leads to') })

/** An uploaded picture, or one of the starter's. */
export const image = (title: string) =>
  group(title, {
    src: z
      .string()
      .max(500)
      .regex(
        /^(?:\/images\/[\w-]+\/[\w.-]+|\/samples\/[a-z-]{1,40}\.webp)?$/,
        'Please choose a picture that was uploaded here.',
      )
      .default('')
      .meta({ title: 'Picture', control: 'image' }),
    alt: line('What the picture shows, for people who cannot see it', { max: 300 }),
  })

export function group<const Shape extends z.ZodRawShape>(title: string, shape: Shape) {
  return z.object(shape).prefault(emptyOf).meta({ title, control: 'group' })
}

/** Zod fills in the defaults of a group's fields, so the default of the group itself is empty. */
const emptyOf = {} as never

/** A list of texts, or of groups of fields. */
export function items<Item extends z.ZodType>(
  title: string,
  item: Item,
  { max = 30, description }: { max?: number; description?: string } = {},
) {
  return z
    .array(item)
    .max(max, `Please use at most ${max}.`)
    .default([])
    .meta({ title, control: 'list', ...(description && { description }) })
}

export function choice<const Labels extends Readonly<Record<string, string>>>(
  title: string,
  labels: Labels,
  first: keyof Labels & string,
) {
  const values = Object.keys(labels) as (keyof Labels & string)[]
  return z
    .enum(values)
    .default(first as never)
    .meta({ title, control: 'choice', labels })
}

export const toggle = (title: string) => z.boolean().default(false).meta({ title, control: 'toggle' })

export const amount = (title: string, { max = 10_000_000 }: { max?: number } = {}) =>
  z
    .number('Please enter a number.')
    .min(0, 'Please enter 0 or more.')
    .max(max, `Please enter at most ${max}.`)
    .meta({ title, control: 'number' })

export const icon = (title: string, first: BlockIcon = 'check') =>
  z
    .enum(blockIconNames)
    .default(first)
    .meta({ title, control: 'icon', labels: mapNames(blockIconNames, (name) => name) })

/** A service, by the id of its page. An unpublished service is left out of the page. */
export const serviceId = (title: string) =>
  z.string().max(80).default('').meta({ title, control: 'service', isRequired: true })

/** A bookable meeting, by its slug; empty for all meetings. */
export const meeting = (title: string) =>
  z
    .string()
    .regex(/^[a-z0-9-]{0,100}$/, 'Please choose a meeting.')
    .default('')
    .meta({ title, control: 'meeting' })
