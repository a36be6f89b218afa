import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress, refuseTests, versionFile } from './build-plugins';
import { chunkGroups, mapEngine } from './chunk-plan';

/** Where the API answers while developing; the built pages are served by the API server itself. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

/** Name of this build: pages compare it with what the server offers. */
const build = new Date().toISOString();

/** These packages say nothing about side effects and have none: without this line every page with an input field loads the whole form engine. */
const treeshake = { moduleSideEffects: [{ test: /node_modules\/@rc-component\/.*\.js$/, sideEffects: false }] };

export default defineConfig(async ({ command }) => ({
  plugins: [react(), refuseTests(), versionFile(build), precompress()],
  define: { __BUILD__: JSON.stringify(build) },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': { target: api, ws: true, changeOrigin: true } },
  },
  build: {
    target: 'es2022',
    // For bench/bundle-size, which knows what a page loads first.
    manifest: true,
    // Compressed files are written beside the plain ones; measuring it here only costs time.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1600,
    rollupOptions: {
      treeshake,
      output: {
        codeSplitting: {
          groups: [
            // Seldom changes from one release to the next, so browsers keep it.
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|zustand)\//, priority: 2 },
            { name: 'maplibre', test: mapEngine, priority: 1 },
            ...(command === 'build' ? await chunkGroups(import.meta.dirname, treeshake) : []),
          ],
        },
      },
    },
  },
}));
