import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the API answers while developing; the built pages are served by the API server itself. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { '/api': { target: api, ws: true, changeOrigin: true } },
  },
  build: {
    target: 'es2022',
    // The server compresses; measuring it here only costs time.
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1600,
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack|zustand)\// },
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
            { name: 'maplibre', test: /node_modules\/(maplibre-gl|@maplibre|pmtiles)\// },
          ],
        },
      },
    },
  },
});
