import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineIcons } from './inline-icons.ts';
import { leaveOutUnused } from './leave-out-unused.ts';
import { listLicences } from './list-licences.ts';

/**
 * What every screen loads is two files, not a dozen that gzip knows nothing in common of: the libraries, which a browser
 * keeps over versions of the app, and the app's own.
 */
const shell = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 1 },
  { name: 'shell', tags: ['$initial' as const] },
];

export default defineConfig({
  plugins: [inlineIcons(), leaveOutUnused(), react(), listLicences()],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: shell } } },
  },
  server: { proxy: { '/api': 'http://localhost:8080', '/socket.io': { target: 'http://localhost:8080', ws: true } } },
});
