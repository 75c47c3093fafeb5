import { csvRoute } from '#app/platform/http/csv-download.server.ts'

import { exportPeople } from '../list-people.server.ts'
import { readPeopleListQuery } from '../people-list-query.ts'

export const loader = csvRoute('people', readPeopleListQuery, exportPeople)
