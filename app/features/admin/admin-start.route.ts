import { redirect } from 'react-router'

/** §2: the tab that signing in leads to. */
export function loader() {
  return redirect('/admin/api')
}
