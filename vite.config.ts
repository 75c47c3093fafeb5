import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      build: { rollupOptions: { input: './app/start.server.ts' } },
      // Bundled, so that the server loads the few parts it uses: the icons alone are 1,700 modules.
      resolve: { noExternal: ['lucide-react', 'radix-ui', /^@radix-ui/, /^@react-email\/(?!render)/] },
    },
  },
})
