declare module 'virtual:react-router/inject-hmr-runtime'

declare module '*?script' {
  const text: string
  export default text
}
