/** A signed-in person with records of every kind, so that messages reach the code behind the checks. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { actRowId } from '../../domain/act.ts';
import { type Api, Refused, restCall } from '../../domain/api/call.ts';
import { lettersIn } from '../outbox.ts';
import type { Known, Operation } from './messages.ts';
import type { Schema } from './values.ts';

const apiOf =
  (address: string, access?: string): Api =>
  async (route, asked) => {
    const { method, path, body } = restCall(route, asked);
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    return answer as never;
  };

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}
interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Every operation of the server's own description. */
export async function operationsOf(address: string): Promise<readonly Operation[]> {
  const { paths } = (await (await fetch(`${address}/api/v1/openapi.json`)).json()) as Document;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      takesFile: requestBody?.content['multipart/form-data'] !== undefined,
    })),
  );
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Registers a person and confirms their address by the mail in the server's outbox. */
export async function signUp(address: string, dataDir: string): Promise<Account> {
  const account = { email: 'fuzz@example.com', password: 'secret-enough' };
  const api = apiOf(address);
  await api('POST /register/', { body: { name: 'Ann', ...account } });
  for (;;) {
    for (const letter of lettersIn(join(dataDir, 'outbox'))) {
      const link = /^https?:\/\/\S+$/m.exec(letter)?.[0];
      if (link === undefined) continue;
      await api('POST /confirm_email/', { body: { hash: link.slice(link.lastIndexOf('/') + 1) } });
      return account;
    }
    await pause(50);
  }
}

export async function makeKnown(address: string, account: Account, operations: readonly Operation[]): Promise<Known> {
  const { access } = await apiOf(address)('POST /token/', { body: account });
  const api = apiOf(address, access);
  const { teams, id: userId } = await api('GET /profile/', {});
  const teamId = teams[0]?.id ?? 0;
  const project = await api('POST /projects', { body: { team_id: teamId, name: 'Yard' } });
  const params = { id: project.id };
  const version = await api('POST /projects/:id/versions/', { params, body: {} });
  const { list } = await api('POST /versions/:id/lists/', { params: { id: version.id }, body: { title: 'Walls' } });
  const made = await api('POST /lists/:id/rows/', {
    params: { id: list.id },
    body: { rows: [{ name: 'Bricks', quantity: '10', unit_labour: '3' }, { name: 'Mortar' }] },
  });
  const cost = await api('POST /versions/:id/additional_summary_costs/', { params: { id: version.id }, body: { name: 'Overheads' } });
  const tax = await api('POST /versions/:id/taxes/', { params: { id: version.id }, body: { name: 'VAT' } });
  const frozen = await api('POST /projects/:id/versions/', { params, body: { from_version_id: version.id } });
  const act = await api('POST /versions/:id/acts/', { params: { id: frozen.id }, body: {} });
  const share = await api('POST /acts/:id/share/', { params: { id: act.id }, body: {} });
  const [frozenList] = (await api('GET /versions/:id/lists/', { params: { id: frozen.id } })) as readonly { readonly id: number }[];
  const { rows } = await api('GET /acts/:id/lists/:listId/rows/', { params: { id: act.id, listId: frozenList?.id ?? 0 }, query: {} });
  const rowId = made.ids[0] ?? 0;
  const comment = await api('POST /rows/:id/comments/', { params: { id: rowId }, body: { text: 'Why?' } });
  const imported = await api('POST /projects', { body: { team_id: teamId, name: 'Import' } });
  await api('POST /import/:id/paste/', {
    params: { id: imported.id },
    body: { text: 'Name\tUnit\tQuantity\tRate\nBricks\tm2\t10\t3\nMortar\tm3\tx\t7\n' },
  });
  const actRow = rows[0]?.id ?? actRowId(rowId, 1);
  return {
    operations,
    access,
    publicKey: share.hash,
    ids: {
      team_id: teamId,
      userId,
      list_id: list.id,
      listId: frozenList?.id ?? 0,
      row_id: rowId,
      ids: rowId,
      after_id: made.ids[1] ?? 0,
      from_version_id: version.id,
      with: frozen.id,
      project_id: project.id,
      status_id: 2,
      lineId: 1,
      rowId: 1,
      invitationId: 1,
      event_id: 1,
    },
    idsOfPaths: {
      teams: teamId,
      projects: project.id,
      import: imported.id,
      versions: version.id,
      lists: list.id,
      rows: rowId,
      taxes: tax.record.id,
      additional_summary_costs: cost.record.id,
      comments: comment.id,
      acts: act.id,
      act_rows: actRow,
    },
  };
}
