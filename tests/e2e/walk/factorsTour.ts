import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { DEMO, expect, levers, type Walked } from './served.ts';
import { listen } from './telling.ts';

const codeOf = (secret: string, away = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + away * 30_000 });

/** A page of somebody who has just registered, with a device that makes passkeys. */
export async function newcomer(context: BrowserContext, page: Page, walked: Walked, email: string) {
  const { query } = walked.database;
  await levers(walked).addColleague(email, DEMO.email);
  await listen(context, (one) => void (one.kind === 'took' && walked.taken.add(one.key)));
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const step = page.getByRole('heading', { name: 'One more step' });
  return {
    button,
    step,
    /** Whether the device checks its person when it is asked. */
    verifies: (isUserVerified: boolean) => device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    async submitLogin() {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(DEMO.password);
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
    },
    async openAccount() {
      await button(/^Account: /).click();
      await page.getByRole('menuitem', { name: 'Account' }).click();
      await expect(page.getByRole('heading', { name: 'Second factors' })).toBeVisible();
    },
    async logOut() {
      await button(/^Account: /).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    },
    /** Fills the field and sends its form. */
    async give(label: string, text: string, action: string) {
      await page.getByLabel(label, { exact: true }).fill(text);
      await page.getByRole('button', { name: action, exact: true }).click();
    },
    /** The last proof is long ago, and so are the codes that were taken. */
    async later() {
      const own = sql`(select id from users where email = ${email})`;
      await sql`update refresh_families set proved_at = now() - interval '1 hour' where user_id = ${own}`.execute(query);
      await sql`update factors set last_step = 1 where user_id = ${own}`.execute(query);
    },
    codeOf,
  };
}
