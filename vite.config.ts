import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://localhost:4181';

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true },
  server: { port: 4180, strictPort: true, proxy: { '/api': server, '/v1': { target: server, ws: true } } },
});
