/** Separate from the documents' schemas, so that lists of pages do not load the validation in the browser. */
export const pageKinds = ['page', 'service', 'legal', 'case-study'] as const
export type PageKind = (typeof pageKinds)[number]
