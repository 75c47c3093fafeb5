import { redirect } from 'react-router'

/** §2: signing in leads to this tab. */
export function loader() {
  return redirect('/admin/api')
}
