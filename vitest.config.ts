import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { postgresPrograms } from './scripts/postgres.ts';

/** The server's tests run on every database engine this machine has. */
const engine = (name: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: 'node',
    include: ['tests/server/*.test.ts'],
    globalSetup: [`tests/server/${name}.setup.ts`],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  plugins: [react()],
  // Vite would take the package's development build, the packages that use it Node's choice: two copies refuse each other's schemas.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{domain,machines,services,transitions}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'views',
          environment: 'jsdom',
          include: ['tests/views/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/views/patience.setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: 'reading', environment: 'node', include: ['tests/server/reading/**/*.test.ts'], testTimeout: 60_000 },
      },
      engine('embedded'),
      ...(postgresPrograms() === null ? [] : [engine('postgres')]),
    ],
  },
});
