import { redirect } from 'react-router'

/** Signing in leads here; the first tab is where the work is. */
export function loader() {
  return redirect('/admin/leads')
}
