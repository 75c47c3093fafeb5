// Ours, in place of the published one, which fetches from the internet: what a test has fetched is handed to `scan`.
export async function retrieve(requests) {
  return requests;
}
