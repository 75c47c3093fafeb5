import type { Verdict } from './judge-rows.server.ts'
import type { FileHead } from './read-people.ts'

export type PreviewRow = {
  line: number
  email: string
  name: string
  company: string
  verdict: Verdict
}

export type ImportPreview = Pick<FileHead, 'columns' | 'encoding' | 'separator' | 'isCut'> & {
  added: number
  changed: number
  leftOut: number
  rows: PreviewRow[]
}
