import type { Person } from '../harness.ts';
import type { Site } from './site.ts';

/** The record that a write needs and a delete takes away. */
type Need = 'project' | 'version' | 'list' | 'row' | 'cost' | 'tax' | 'comment' | 'act' | 'link';
type Call = (by: Person, site: Site) => Promise<unknown>;

const at = (id: number) => ({ params: { id } });

export const DELETES: Readonly<Record<Need, Call>> = {
  project: (by, { projectId }) => by.call('DELETE /projects/:id/', at(projectId)),
  version: (by, { versionId }) => by.call('DELETE /versions/:id/', at(versionId)),
  list: (by, { listId }) => by.call('DELETE /lists/:id/', at(listId)),
  row: (by, { rowId }) => by.call('DELETE /rows/:id/', at(rowId)),
  cost: (by, { costId }) => by.call('DELETE /additional_summary_costs/custom/:id/', at(costId)),
  tax: (by, { taxId }) => by.call('DELETE /taxes/:id/', at(taxId)),
  comment: (by, { commentId }) => by.call('DELETE /comments/:id/', at(commentId)),
  act: (by, { actId }) => by.call('DELETE /acts/:id/', at(actId)),
  link: (by, { actId }) => by.call('DELETE /acts/:id/share/', at(actId)),
};

/** Every write of a project with what it needs. */
export const WRITES: Readonly<Record<string, { readonly needs: readonly Need[]; readonly call: Call }>> = {
  'rename project': {
    needs: ['project'],
    call: (by, { projectId }) => by.call('PATCH /projects/:id/', { ...at(projectId), body: { name: 'Y' } }),
  },
  'import into project': {
    needs: ['project'],
    call: (by, { projectId }) =>
      by.call('POST /import/:id/paste/', { ...at(projectId), body: { text: 'Name\tUnit\tQuantity\tRate\nA\tm\t1\t1\n' } }),
  },
  'copy version': {
    needs: ['project', 'version'],
    call: (by, { projectId, versionId }) =>
      by.call('POST /projects/:id/versions/', { ...at(projectId), body: { from_version_id: versionId } }),
  },
  'rename version': {
    needs: ['version'],
    call: (by, { versionId }) => by.call('PATCH /versions/:id/', { ...at(versionId), body: { name: 'B' } }),
  },
  'make act': {
    needs: ['project', 'version'],
    call: (by, { versionId }) => by.call('POST /versions/:id/acts/', { ...at(versionId), body: {} }),
  },
  'add list': {
    needs: ['version'],
    call: (by, { versionId }) => by.call('POST /versions/:id/lists/', { ...at(versionId), body: { title: 'C' } }),
  },
  'retitle list': {
    needs: ['version', 'list'],
    call: (by, { listId }) => by.call('PUT /lists/:id/', { ...at(listId), body: { title: 'D' } }),
  },
  'move list': {
    needs: ['version', 'list'],
    call: (by, { listId, otherListId }) => by.call('POST /lists/:id/move/', { ...at(listId), body: { after_id: otherListId } }),
  },
  'add row': {
    needs: ['version', 'list'],
    call: (by, { listId }) => by.call('POST /lists/:id/rows/', { ...at(listId), body: { name: 'E' } }),
  },
  'paste rows': {
    needs: ['version', 'list'],
    call: (by, { listId }) => by.call('POST /lists/:id/paste/', { ...at(listId), body: { row_id: null, field: 'name', cells: [['F']] } }),
  },
  'paste over row': {
    needs: ['row'],
    call: (by, { listId, rowId }) =>
      by.call('POST /lists/:id/paste/', { ...at(listId), body: { row_id: rowId, field: 'quantity', cells: [['9']] } }),
  },
  'edit row': {
    needs: ['project', 'version', 'list', 'row'],
    call: (by, { rowId }) => by.call('PUT /rows/:id/', { ...at(rowId), body: { quantity: '7' } }),
  },
  'move row': {
    needs: ['version', 'row'],
    call: (by, { rowId, otherListId }) => by.call('POST /rows/:id/move/', { ...at(rowId), body: { list_id: otherListId } }),
  },
  'move rows into list': {
    needs: ['version', 'list'],
    call: async (by, { versionId, listId, otherListId }) => {
      const { rows } = (await by.call('GET /lists/:id/rows/', { ...at(otherListId), query: {} })) as { rows: readonly { id: number }[] };
      return by.call('POST /versions/:id/rows/move/', {
        ...at(versionId),
        body: { ids: rows.map(({ id }) => id), list_id: listId, after_id: null },
      });
    },
  },
  'copy rows': {
    needs: ['version', 'row'],
    call: (by, { versionId, rowId }) => by.call('POST /versions/:id/rows/duplicate/', { ...at(versionId), body: { ids: [rowId] } }),
  },
  'delete rows': {
    needs: ['version', 'list', 'row'],
    call: (by, { versionId, rowId, otherRowId }) =>
      by.call('POST /versions/:id/rows/delete/', { ...at(versionId), body: { ids: [rowId, otherRowId] } }),
  },
  'add cost': {
    needs: ['version'],
    call: (by, { versionId }) => by.call('POST /versions/:id/additional_summary_costs/', { ...at(versionId), body: { name: 'G' } }),
  },
  'add tax': {
    needs: ['version'],
    call: (by, { versionId }) => by.call('POST /versions/:id/taxes/', { ...at(versionId), body: { name: 'H' } }),
  },
  'edit cost': {
    needs: ['version', 'cost'],
    call: (by, { costId }) => by.call('PUT /additional_summary_costs/custom/:id/', { ...at(costId), body: { percent_total: '9' } }),
  },
  'edit tax': {
    needs: ['version', 'tax'],
    call: (by, { taxId }) => by.call('PUT /taxes/:id/', { ...at(taxId), body: { percent_total: '5' } }),
  },
  comment: {
    needs: ['version', 'row'],
    call: (by, { rowId }) => by.call('POST /rows/:id/comments/', { ...at(rowId), body: { text: 'I' } }),
  },
  'read comments': { needs: ['row'], call: (by, { rowId }) => by.call('POST /rows/:id/comments/read/', { ...at(rowId), body: {} }) },
  'edit comment': {
    needs: ['comment', 'row'],
    call: (by, { commentId }) => by.call('PATCH /comments/:id/', { ...at(commentId), body: { text: 'J' } }),
  },
  'claim row': {
    needs: ['project', 'act'],
    call: (by, { actRowId }) => by.call('PUT /act_rows/:id/', { ...at(actRowId), body: { quantity: '1' } }),
  },
  'look at a claim': {
    needs: ['act'],
    call: (by, { actRowId }) => by.call('POST /act_rows/:id/preview/', { ...at(actRowId), body: { quantity: '1' } }),
  },
  'complete act': {
    needs: ['act'],
    call: (by, { actId }) => by.call('POST /acts/:id/complete/', { ...at(actId), body: { percent: '50' } }),
  },
  'look at completing': {
    needs: ['act'],
    call: (by, { actId }) => by.call('POST /acts/:id/complete/preview/', { ...at(actId), body: {} }),
  },
  'edit act': { needs: ['act'], call: (by, { actId }) => by.call('PUT /acts/:id/', { ...at(actId), body: { number: '77' } }) },
  'share act': { needs: ['act'], call: (by, { actId }) => by.call('POST /acts/:id/share/', { ...at(actId), body: {} }) },
  'rotate link': { needs: ['act', 'link'], call: (by, { actId }) => by.call('POST /acts/:id/share/rotate/', at(actId)) },
};

export interface Pair {
  readonly name: string;
  readonly need: Need;
  readonly write: Call;
}
/** Every write paired with each delete of something it needs, and every delete paired with itself and with deletes of its containers. */
export const PAIRS: readonly Pair[] = [
  ...Object.entries(WRITES).flatMap(([name, { needs, call }]) =>
    needs.map((need) => ({ name: `${name}, ${need} deleted`, need, write: call })),
  ),
  ...Object.entries(DELETES).map(([need, call]) => ({ name: `${need} deleted twice`, need: need as Need, write: call })),
  { name: 'list deleted, version deleted', need: 'version', write: DELETES.list },
  { name: 'row deleted, list deleted', need: 'list', write: DELETES.row },
  { name: 'tax deleted, version deleted', need: 'version', write: DELETES.tax },
  { name: 'link deleted, act deleted', need: 'act', write: DELETES.link },
  { name: 'comment deleted, row deleted', need: 'row', write: DELETES.comment },
];
