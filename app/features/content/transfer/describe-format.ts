import { z } from 'zod'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { blockTypes } from '../blocks.ts'
import { fieldMetaOf } from '../fields.ts'
import { pageDocumentSchema } from '../page-document.ts'

import { manifestSchema, pageFileSchema, redirectsSchema } from './archive-format.ts'
import { translationsFileSchema, versionFileSchema } from './language-files.ts'

/** Returns the generated parts of docs/content-format.md: a list of the blocks, and a JSON Schema. */
export function describeFormat(): string {
  return `${blockTypes.map(describeBlock).join('\n\n')}\n\n## JSON Schema\n\n\`\`\`json\n${JSON.stringify(formatSchema(), null, 1).replaceAll('](', String.raw`]\u0028`)}\n\`\`\`\n`
}

function describeBlock({ type, version, title, help, schema }: (typeof blockTypes)[number]): string {
  const rows = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const meta = assertDefined(fieldMetaOf(field), 'fields.ts describes every field')
    const said = [meta.title, meta.description, meta.isRequired ? 'Required.' : ''].filter(Boolean).join('. ')
    return `| \`${name}\` | ${meta.control} | ${legible(said)} |`
  })
  return [
    `### \`${type}\`, version ${version}: ${title}`,
    help,
    ['| Field | Control | Meaning |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

/** Escapes what Markdown would read as a table column or a link. */
function legible(text: string): string {
  return text
    .replaceAll('|', String.raw`\|`)
    .replaceAll('..', '.')
    .replaceAll('](', ']&#40;')
}

/** Returns the JSON Schema (2020-12) of an archive's files, for their input rather than their stored form. */
function formatSchema(): object {
  const blocks = Object.fromEntries(blockTypes.map(({ type, schema }) => [type, schemaOf(schema)]))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      'content.json': schemaOf(manifestSchema),
      'redirects.json': schemaOf(redirectsSchema),
      'pages/ID.json': schemaOf(pageFileSchema),
      'versions/LANGUAGE/ID.json': schemaOf(versionFileSchema),
      'translations/LANGUAGE.json': schemaOf(translationsFileSchema),
      document: schemaOf(pageDocumentSchema),
      blocks,
    },
  }
}

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema }) {
      // The list of the blocks describes these already.
      for (const name of ['control', 'isRequired', 'places', 'labels']) delete jsonSchema[name]
    },
  })
  return described
}
