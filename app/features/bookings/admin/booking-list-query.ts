export type BookingListQuery = { when: 'upcoming' | 'past'; page: number }

export function readBookingListQuery(params: URLSearchParams): BookingListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    when: params.get('when') === 'past' ? 'past' : 'upcoming',
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  }
}
