import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../server/config.ts';
import { serve } from '../../server/serve.ts';
import { CLIENT, startCompanyProvider } from '../companyProvider.ts';
import { copyFolder } from '../filledFolder.ts';
import { freePort } from '../freePort.ts';
import { expectNothingForAxe } from './accessible.ts';
import { mailedPath } from './mail.ts';
import { FILLED, TELLING_CLIENT } from './walk/build.ts';
import { DEMO, expect, test, watch } from './walk/served.ts';

test('single sign-on takes one button: an account is connected by its owner, opened, left, and refused to strangers', async ({
  page,
  context,
  walked,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'actum-company-'));
  copyFolder(FILLED, folder);
  const [port, providerPort] = [await freePort(), await freePort()];
  const address = `http://localhost:${port}`;
  const provider = await startCompanyProvider(address, providerPort);
  const running = await serve(
    readConfig({
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: folder,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_DOMAINS: 'actum.example',
      OIDC_NAME: 'Builders',
      OIDC_ONLY: 'on',
    }),
    { clientFolder: TELLING_CLIENT, log: () => undefined },
  );
  try {
    const watched = await watch(context, page, walked.taken, {
      'POST /company/start/': 'leave',
      'POST /company/finish/': 'finish',
      'POST /company/link/mail/': 'mail',
    });
    provider.person = { sub: 'demo', email: DEMO.email, email_verified: true };
    await page.goto(address);
    const button = page.getByRole('button', { name: 'Continue with Builders' });
    await button.click();
    await watched.release('leave', 'abort');
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    // The form is there for the administrator alone.
    await expect(page.getByLabel('Email')).toBeHidden();
    await page.getByText('Log in with the administrator’s password').click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await expectNothingForAxe(page);
    await button.click();
    await watched.release('leave', 'continue');
    await watched.release('finish', 'abort');
    await expect(page).toHaveURL(`${address}/company`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await watched.release('finish', 'continue');
    await expect(page.getByText(`An account with the address ${DEMO.email} already exists`)).toBeVisible();
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await watched.release('mail', 'abort');
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await watched.release('mail', 'continue');
    await expect(page.getByRole('status')).toContainText('A link has been sent');
    await page.goto(address + (await mailedPath({ ...DEMO, address, outbox: join(folder, 'outbox') }, DEMO.email, '/company/')));
    await page.getByRole('link', { name: 'Pine Yard 14, house' }).first().waitFor();
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    // By the provider's own end of the session, back to the page with the button.
    await expect.poll(() => provider.asked.get('/session/end/confirm') ?? 0).toBe(1);
    await expect(page).toHaveURL(`${address}/`);
    provider.person = { sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true };
    await button.click();
    await watched.release('leave', 'continue');
    await watched.release('finish', 'continue');
    await expect(page.getByRole('alert')).toContainText('Addresses at elsewhere.example may not log in here');
    await page.getByRole('link', { name: 'Go to login' }).click();
    await expect(button).toBeVisible();
  } finally {
    await running.close(0);
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
