import { emit, sendTo, setup } from 'xstate';
import { companyMachine } from '../company/company.ts';
import { contextMenuMachine } from '../contextMenu/contextMenu.ts';
import { invitationMachine } from '../invitation/invitation.ts';
import { modalMachine } from '../modal/modal.ts';
import { noticeMachine } from '../notice/notice.ts';
import { referenceMachine } from '../reference/reference.ts';
import { sessionMachine } from '../session/session.ts';
import type { KeptTokens, SessionReport } from '../session/types.ts';
import { destinationOf, invitationHashOf, publicKeyOf } from './entry.ts';

interface AppInput {
  readonly path: string;
  readonly search: string;
  readonly tokens: KeptTokens | null;
  readonly storedCompany: number | null;
}

const broke = (name: string) =>
  ({
    actions: { type: 'log', params: ({ event }: { event: { readonly error: unknown } }) => ({ name, error: event.error }) },
    meta: { spec: '2.14 A part that stops is logged' },
  }) as const;

/** The root starts the actors that live as long as the page, and passes the session's events to the others. */
export const appMachine = setup({
  types: {
    input: {} as AppInput,
    context: {} as AppInput & { readonly publicKey: string | null; readonly destination: string | null },
    events: {} as SessionReport,
    emitted: {} as { readonly type: 'failure.logged'; readonly message: string; readonly error: unknown },
    transitionMeta: {} as { spec: string },
    children: {} as {
      session: 'session';
      company: 'company';
      invitation: 'invitation';
      reference: 'reference';
      modal: 'modal';
      contextMenu: 'contextMenu';
      notice: 'notice';
    },
  },
  actors: {
    session: sessionMachine,
    company: companyMachine,
    invitation: invitationMachine,
    reference: referenceMachine,
    modal: modalMachine,
    contextMenu: contextMenuMachine,
    notice: noticeMachine,
  },
  actions: {
    notifyCompany: sendTo('company', (_, { news }: { news: SessionReport }) => news),
    notifyInvitation: sendTo('invitation', (_, { news }: { news: SessionReport }) => news),
    askReference: sendTo('reference', { type: 'reference.asked' }),
    dropReference: sendTo('reference', { type: 'reference.dropped' }),
    closeModal: sendTo('modal', { type: 'modal.closed' }),
    closeMenu: sendTo('contextMenu', { type: 'menu.dismissed' }),
    log: emit((_, { name, error }: { name: string; error: unknown }) => ({
      type: 'failure.logged' as const,
      message: `The ${name} actor stopped`,
      error,
    })),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({
    ...input,
    publicKey: publicKeyOf(input.path),
    destination: destinationOf(input.path, input.search),
  }),
  invoke: [
    {
      id: 'session',
      systemId: 'session',
      src: 'session',
      input: ({ context: { tokens, publicKey, destination }, self }) => ({ app: self, tokens, publicKey, destination }),
      onError: broke('session'),
    },
    {
      id: 'company',
      systemId: 'company',
      src: 'company',
      input: ({ context }) => ({ stored: context.storedCompany }),
      onError: broke('company'),
    },
    {
      id: 'invitation',
      systemId: 'invitation',
      src: 'invitation',
      input: ({ context }) => ({ hash: invitationHashOf(context.path) }),
      onError: broke('invitation'),
    },
    { id: 'reference', systemId: 'reference', src: 'reference', onError: broke('reference') },
    { id: 'modal', systemId: 'modal', src: 'modal', onError: broke('modal') },
    { id: 'contextMenu', systemId: 'contextMenu', src: 'contextMenu', onError: broke('contextMenu') },
    { id: 'notice', systemId: 'notice', src: 'notice', onError: broke('notice') },
  ],
  on: {
    'profile.loaded': {
      actions: [
        { type: 'notifyCompany', params: ({ event }) => ({ news: event }) },
        { type: 'notifyInvitation', params: ({ event }) => ({ news: event }) },
        'askReference',
      ],
      meta: { spec: '4.15 Statuses and units are loaded after signing in' },
    },
    'session.ended': {
      actions: [
        { type: 'notifyCompany', params: ({ event }) => ({ news: event }) },
        { type: 'notifyInvitation', params: ({ event }) => ({ news: event }) },
        'dropReference',
        'closeModal',
        'closeMenu',
      ],
      meta: { spec: '4.10 Logging out clears the tokens' },
    },
  },
});
