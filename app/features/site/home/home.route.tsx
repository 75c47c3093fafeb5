export default function HomeRoute() {
  return <h1>Transform Your Business With AI Innovation</h1>
}
