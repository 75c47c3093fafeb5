/** What programs call. A stranger's requests without a token. */
export const programSurfaces = {
  '/api/v1': {},
  '/api/v1/openapi.json': {},
  '/api/v1/*': {
    query: ['q', 'limit', 'cursor', 'status'],
    json: { name: 'Ada', email: 'ada@example.com', message: 'Hello', consent: true },
  },
}
