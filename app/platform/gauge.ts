/** A figure that the operator's monitoring reads, as it stands now: a value for each set of labels, in base units. */
export type Gauge = {
  readonly type: 'gauge'
  readonly name: string
  readonly help: string
  readonly samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}
