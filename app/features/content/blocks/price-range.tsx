import { Fragment } from 'react'

/** A text such as $3,000-$5,000 that may break after its hyphen, where a narrow column makes it. */
export function PriceRange({ text }: { text: string }) {
  return text.split(/(?<=-)(?=\p{Sc})/u).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
