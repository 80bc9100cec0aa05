import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { started } from '../served.ts';
import { expect, signIn, test } from './server.ts';

/** With PICTURES=on the README's picture is replaced; otherwise the picture goes to the other results of the run. */
const folder = process.env.PICTURES === 'on' ? 'tests/e2e/pictures' : 'test-results/pictures';

test('the picture in the README: the summary of the demo estimate, on a server that nobody else uses', async ({ page, actum }) => {
  const data = mkdtempSync(join(tmpdir(), 'actum-picture-'));
  const server = await started({ DATA_DIR: data, DATABASE_URL: '' });
  try {
    await signIn(page, { ...actum, address: server.address });
    await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().click();
    await expect(page.getByRole('row', { name: /^Total with taxes/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cost by labour, materials and tools' })).toBeVisible();
    await expect(page.getByText(/not saved|waits? for the connection|cannot be reached/)).toHaveCount(0);
    await page.screenshot({ path: `${folder}/estimate-summary.png`, animations: 'disabled' });
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
