import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('features/site/home/home.route.tsx')] satisfies RouteConfig
