import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineIcons } from './inline-icons.ts';
import { leaveOutJsonSchema } from './leave-out-json-schema.ts';
import { listLicences } from './list-licences.ts';

export default defineConfig({
  plugins: [inlineIcons(), leaveOutJsonSchema(), react(), listLicences()],
  build: { target: 'es2023', chunkSizeWarningLimit: 700 },
  server: { proxy: { '/api': 'http://localhost:8080', '/socket.io': { target: 'http://localhost:8080', ws: true } } },
});
