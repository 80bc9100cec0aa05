import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Api } from '../../domain/api/call.ts';
import type { Credentials } from '../../domain/api/credentials.ts';
import type { Profile, SecondStepNeeded } from '../../domain/api/people.ts';
import type { Settings } from '../../domain/api/settings.ts';
import type { Language } from '../../domain/languages.ts';
import type { companyMachine } from '../machines/company/company.ts';
import { activeTeam, teamsOf } from '../machines/company/selectors.ts';
import type { contextMenuMachine, MenuOption, ShownMenu } from '../machines/contextMenu/contextMenu.ts';
import type { Form } from '../machines/form/form.ts';
import type { invitationMachine } from '../machines/invitation/invitation.ts';
import { offerOf } from '../machines/invitation/selectors.ts';
import type { ModalContent, modalMachine } from '../machines/modal/modal.ts';
import type { NoticeKind, noticeMachine } from '../machines/notice/notice.ts';
import type { proofMachine } from '../machines/proof/proof.ts';
import type { reachMachine } from '../machines/reach/reach.ts';
import type { Reference, referenceMachine } from '../machines/reference/reference.ts';
import type { ValueStore } from '../machines/resource/valueStore.ts';
import {
  errorShown,
  isLoading,
  isLost,
  isServerAway,
  isSignedIn,
  isSubmitting,
  isUnconfirmed,
  profileOf,
  stepOf,
} from '../machines/session/selectors.ts';
import type { sessionMachine } from '../machines/session/session.ts';
import { spokenLanguage } from '../messages/messages.ts';
import { sentenceText } from '../messages/sentences.ts';

/** One sign-in of a company: its name, and whether there is another way in. */
export type CompanyWayIn = NonNullable<Settings['company']>;

/** The composition root gives this to the views. */
export interface Actum {
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly company: ActorRefFrom<typeof companyMachine>;
  readonly invitation: ActorRefFrom<typeof invitationMachine>;
  readonly reach: ActorRefFrom<typeof reachMachine>;
  readonly reference: ActorRefFrom<typeof referenceMachine>;
  readonly modal: ActorRefFrom<typeof modalMachine>;
  readonly contextMenu: ActorRefFrom<typeof contextMenuMachine>;
  readonly notice: ActorRefFrom<typeof noticeMachine>;
  /** The actor that asks the person to prove who they are; null until a call has needed it. */
  readonly proof: ValueStore<ActorRefFrom<typeof proofMachine>>;
  readonly api: Api;
  readonly loginForm: Form<Credentials, void>;
  /** Whether the browser stores no secure cookie at this address, so that a session ends when the page is loaded again. */
  readonly forgetsOnReload: boolean;
  /** Null where there is no company sign-in; not set until the server has answered. */
  readonly companyWayIn: Promise<CompanyWayIn | null>;
  /** Whether this browser can sign in with a passkey. */
  readonly hasPasskeys: boolean;
  /** Calls back with the paths the session navigates to, at once with an earlier one. Returns the function that stops it. */
  readonly onNavigation: (listener: (path: string) => void) => () => void;
}

const ActumContext = createContext<Actum | null>(null);

export function ActumProvider({ actum, children }: { readonly actum: Actum; readonly children: ReactNode }) {
  return <ActumContext value={actum}>{children}</ActumContext>;
}

function useActum(): Actum {
  const actum = useContext(ActumContext);
  if (actum === null) throw new Error('ActumProvider is missing');
  return actum;
}

/** Selects from the session's snapshot; see src/machines/session/selectors.ts. */
const useSession = <T,>(selector: (snapshot: SnapshotFrom<typeof sessionMachine>) => T): T => useSelector(useActum().session, selector);

export const useIsSignedIn = (): boolean => useSession(isSignedIn);
/** Signed in and the profile is loading: the shell shows the full-page spinner. */
export const useIsLoading = (): boolean => useSession(isLoading);
/** The server cannot be reached, whatever the state of the session. */
export const useIsUnreachable = (): boolean => useSelector(useActum().reach, (snapshot) => snapshot.matches('away'));
/** The server does not answer and is being asked again. */
export function useIsServerAway(): boolean {
  const isAway = useIsUnreachable();
  return useSession(isServerAway) || isAway;
}
export const useReach = (): Actum['reach'] => useActum().reach;
/** Loads again, once the server answers after a silence, what could not be loaded. */
export function useRetryAfterSilence(loader: { readonly send: (event: { readonly type: 'load.retried' }) => void }): void {
  const reach = useReach();
  useEffect(() => {
    const hearing = reach.on('silence.ended', () => loader.send({ type: 'load.retried' }));
    return () => hearing.unsubscribe();
  }, [reach, loader]);
}
export const useProfile = (): Profile | null => useSession(profileOf);

/** The language of the texts: the profile's once it is known. */
export const useLanguage = (): Language => useSession(() => spokenLanguage());

export function useLogOut(): () => void {
  const { session } = useActum();
  return useCallback(() => session.send({ type: 'logout.requested' }), [session]);
}
/** Retries now instead of after the delay. */
export function useRetry(): () => void {
  const { session, reach } = useActum();
  return useCallback(() => {
    reach.send({ type: 'retry.requested' });
    session.send({ type: 'retry.requested' });
  }, [session, reach]);
}

/** The act statuses in their order, and the units; both empty until loaded. */
export const useReference = (): Reference => useSelector(useActum().reference, ({ context }) => context);

export function useCompany() {
  const { company } = useActum();
  const teams = useSelector(company, teamsOf);
  const team = useSelector(company, activeTeam);
  const choose = useCallback((id: number) => company.send({ type: 'company.chosen', id }), [company]);
  return { teams, team, choose };
}

/** Tells the company that a record of this team was opened. */
export function useOpenedIn(): (teamId: number) => void {
  const { company } = useActum();
  return useCallback((id) => company.send({ type: 'record.opened', id }), [company]);
}

/** The banner's text, or null, and its kind. */
export function useNotice() {
  const { notice } = useActum();
  const { text, kind } = useSelector(notice, ({ context }) => context);
  const dismiss = useCallback(() => notice.send({ type: 'notice.dismissed' }), [notice]);
  return { text, kind, dismiss };
}
/** Most notices say why something was not done. */
export function useShowNotice(): (text: string, kind?: NoticeKind) => void {
  const { notice } = useActum();
  return useCallback((text, kind = 'wrong') => notice.send({ type: 'notice.shown', text, kind }), [notice]);
}

/** The open modal for the shell: its component, its props, and the person's actions on it. */
export function useModal() {
  const { modal } = useActum();
  const content = useSelector(modal, ({ context }) => context.content);
  const close = useCallback(() => modal.send({ type: 'modal.closed' }), [modal]);
  const pressEscape = useCallback(() => modal.send({ type: 'escape.pressed' }), [modal]);
  const clickOverlay = useCallback(() => modal.send({ type: 'overlay.clicked' }), [modal]);
  return { content, close, pressEscape, clickOverlay };
}
export function useOpenModal(): (content: Omit<ModalContent, 'nonclosable'> & { readonly nonclosable?: boolean }) => void {
  const { modal } = useActum();
  return useCallback((content) => modal.send({ type: 'modal.opened', content: { nonclosable: false, ...content } }), [modal]);
}
export function useCloseModal(): () => void {
  const { modal } = useActum();
  return useCallback(() => modal.send({ type: 'modal.closed' }), [modal]);
}

/** The open menu for the shell. Call `dismiss` on resize, scroll, Escape and outside clicks. */
export function useContextMenu() {
  const { contextMenu } = useActum();
  const shown: ShownMenu | null = useSelector(contextMenu, ({ context }) => context.shown);
  const dismiss = useCallback(() => contextMenu.send({ type: 'menu.dismissed' }), [contextMenu]);
  const choose = useCallback((id: string) => contextMenu.send({ type: 'option.chosen', id }), [contextMenu]);
  return { shown, dismiss, choose };
}

interface MenuToOpen {
  readonly pageX: number;
  readonly pageY: number;
  readonly options: readonly MenuOption[];
  readonly width?: number;
  readonly onChosen: (id: string) => void;
}
let menus = 0;
/** Opens the menu at the pointer. The opener receives the choice, wherever it is made. */
export function useOpenContextMenu(): (menu: MenuToOpen) => void {
  const { contextMenu } = useActum();
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  return useCallback(
    ({ onChosen, ...asked }) => {
      menus += 1;
      const menu = `menu ${menus}`;
      stop.current?.();
      const listening = contextMenu.on('option.chosen', (chosen) => {
        if (chosen.menu === menu) onChosen(chosen.id);
      });
      stop.current = () => listening.unsubscribe();
      const viewport = { width: window.innerWidth, height: window.innerHeight };
      contextMenu.send({ type: 'menu.opened', menu, viewport, ...asked });
    },
    [contextMenu],
  );
}

export const useProofStore = (): Actum['proof'] => useActum().proof;
/** Null also until the server has answered, because the sign-in form does not wait for it. */
export function useCompanyWayIn(): CompanyWayIn | null {
  const { companyWayIn } = useActum();
  const [way, setWay] = useState<CompanyWayIn | null>(null);
  useEffect(() => {
    let isShown = true;
    void companyWayIn.then((known) => isShown && setWay(known));
    return () => {
      isShown = false;
    };
  }, [companyWayIn]);
  return way;
}

export const useHasPasskeys = (): boolean => useActum().hasPasskeys;
/** The second step of a login that is under way. */
export const useSecondStep = (): SecondStepNeeded | null => useSession(stepOf);
export function useAbandonLogin(): () => void {
  const { session } = useActum();
  return useCallback(() => session.send({ type: 'login.abandoned' }), [session]);
}

export const useForgetsOnReload = (): boolean => useActum().forgetsOnReload;

/** The invitation the page was opened by, once there is something to show about it. */
export function useInvitationOffer() {
  const { invitation } = useActum();
  const offer = offerOf(useSelector(invitation, (snapshot) => snapshot));
  const join = useCallback(() => invitation.send({ type: 'join.chosen' }), [invitation]);
  const dismiss = useCallback(() => invitation.send({ type: 'invitation.dismissed' }), [invitation]);
  return { offer, join, dismiss };
}

/** The login form's machine, and the session's error about the attempt to sign in. */
export function useLogin() {
  const { loginForm, session } = useActum();
  const error = sentenceText(useSelector(session, errorShown));
  const isBusy = useSelector(session, isSubmitting);
  const isToBeConfirmed = useSelector(session, isUnconfirmed);
  const isSessionLost = useSelector(session, isLost);
  return { loginForm, error, isBusy, isToBeConfirmed, isSessionLost };
}

/** Call it once, where the router is: `listener` receives the paths the session navigates to. */
export function useNavigation(listener: (path: string) => void): void {
  const { onNavigation } = useActum();
  useEffect(() => onNavigation(listener), [onNavigation, listener]);
}
