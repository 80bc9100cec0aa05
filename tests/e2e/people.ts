/** People who work on one list at the same time. */
import type { Browser, Page } from '@playwright/test';
import type { CallAs, Person } from './calls.ts';
import { mailedPath } from './mail.ts';
import { expect, logIn, type RunningActum } from './server.ts';

/** A new member of the demo user's team. */
export async function colleague(actum: RunningActum, owner: CallAs, name: string): Promise<Person> {
  const email = `${name.split(' ')[0]?.toLowerCase()}-${process.pid}-${Date.now()}@people.example`;
  const { teams } = await owner('GET /profile/', {});
  await owner('POST /teams/:id/invitations/', { params: { id: teams[0]?.id ?? 0 }, body: { email, role: 'regular' } });
  const invitation = (await mailedPath(actum, email, '/invitation/')).split('/').at(-1) ?? '';
  const person = { email, password: 'secret-password' };
  await fetch(`${actum.address}/api/v1/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, ...person, invitation }),
  });
  return person;
}

/** A list of three rows that is not used by other tests. */
export async function newList(owner: CallAs, name: string) {
  const { teams } = await owner('GET /profile/', {});
  const project = (await owner('POST /projects', { body: { team_id: teams[0]?.id ?? 0, name } })).id;
  const version = (await owner('POST /projects/:id/versions/', { params: { id: project }, body: {} })).id;
  const list = (await owner('POST /versions/:id/lists/', { params: { id: version }, body: { title: 'Walls' } })).list.id;
  const rows = ['Sand', 'Gravel', 'Brick'].map((each, at) => ({ name: each, quantity: String(at + 1), unit_labour: '10' }));
  const { ids } = await owner('POST /lists/:id/rows/', { params: { id: list }, body: { rows } });
  const quantities = async () => {
    const answer = await owner('GET /lists/:id/rows/', { params: { id: list }, query: {} });
    return 'rows' in answer ? answer.rows.map(({ quantity }) => quantity) : [];
  };
  return { project, version, list, ids, quantities, path: `/project/${project}/${version}/list/${list}` };
}

/** Opens a path as a person. `listen` receives the page before its first request. */
export async function openAs(
  browser: Browser,
  { address }: RunningActum,
  person: Person,
  path: string,
  listen: (page: Page) => void = () => undefined,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  listen(page);
  await page.goto(address + path);
  await logIn(page, person);
  await expect(
    page
      .getByRole('main')
      .getByText(/Sand|Walls/)
      .first(),
  ).toBeVisible();
  return page;
}

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('gridcell', { name }) });
export const quantityOf = (page: Page, name: string) => rowOf(page, name).getByRole('gridcell').nth(4);
export const begin = async (page: Page, name: string, text: string) => {
  await quantityOf(page, name).dblclick();
  await page.getByRole('textbox', { name: 'Quantity' }).fill(text);
};
export const type = async (page: Page, name: string, text: string) => {
  await begin(page, name, text);
  await page.keyboard.press('Enter');
};
