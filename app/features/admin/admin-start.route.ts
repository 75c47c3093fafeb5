import { redirect } from 'react-router'

/** Signing in leads to this tab. */
export function loader() {
  return redirect('/admin/api')
}
