import { type ComponentProps, type ReactNode, useCallback, useEffect } from 'react';
import {
  BrowserRouter,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useHref,
  useLinkClickHandler,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useParams,
  useResolvedPath,
} from 'react-router-dom';

/** The only module that imports the router; screens get all they know of addresses from it. */
export { BrowserRouter as Router, Navigate as Redirect, Outlet, Route, Routes, useLocation };

/** Every address of the application by its name (docs/product.md, 1.1). */
export const ROUTES = {
  login: '/',
  register: '/register',
  forgot: '/forgot',
  invite: '/invitation/:hash',
  'confirm-email': '/confirm-email/:hash',
  'password-recovery': '/password-recovery/:hash',
  'not-me': '/not-me/:hash',
  company: '/company/:hash?',
  public: '/public/:hash',
  'public-act-list': '/public/:hash/list/:list',
  answer: '/answer/:hash',
  'answer-list': '/answer/:hash/list/:list',
  components: '/components',
  account: '/account',
  'change-email': '/change-email/:hash',
  'security-log': '/team/:id/log',
  projects: '/projects',
  project: '/project/:id',
  payments: '/project/:id/payments/:version?',
  carry: '/project/:id/carry/:version',
  carried: '/project/:id/carried/:version',
  extras: '/project/:id/extras/:version?',
  contract: '/project/:id/contract/:version?',
  version: '/project/:id/:version',
  'version-list': '/project/:id/:version/list/:list',
  compare: '/project/:id/:version/compare/:with',
  import: '/import/:id',
  act: '/act/:act',
  'act-certificate': '/act/:act/certificate',
  'act-list': '/act/:act/list/:list',
  certificate: '/certificate/:id',
  'act-answer': '/act/:act/answer',
} as const;
export type RouteName = keyof typeof ROUTES;

/** Routes for signed-out visitors only. Signed-in people are redirected from them. */
const SIGNED_OUT_ROUTES: readonly RouteName[] = ['login', 'register', 'forgot', 'invite'];
/** Routes that need no token: the guard's thirteen exceptions. */
const PUBLIC_ROUTES: readonly RouteName[] = [
  ...SIGNED_OUT_ROUTES,
  'confirm-email',
  'password-recovery',
  'not-me',
  'company',
  'public',
  'public-act-list',
  'answer',
  'answer-list',
  'components',
];

/** Whether a path has a screen without the team's frame around it. */
export const isWithoutFrame = (path: string): boolean => {
  const name = routeAt(path);
  return name !== null && PUBLIC_ROUTES.includes(name);
};
export const routeAt = (path: string): RouteName | null =>
  (Object.keys(ROUTES) as RouteName[]).find((name) => matchPath(ROUTES[name], path) !== null) ?? null;

/** The path a person is redirected to when a path is not allowed; null when it is allowed. */
export function guardedTo(path: string, isSignedIn: boolean): string | null {
  const name = routeAt(path);
  if (isSignedIn) return name !== null && SIGNED_OUT_ROUTES.includes(name) ? ROUTES.projects : null;
  return name !== null && PUBLIC_ROUTES.includes(name) ? null : ROUTES.login;
}

/** Whether navigation from a path has begun. The next screen may still wait for its code. */
const isRedirecting = (from: string): boolean => new URL(from, location.origin).pathname !== location.pathname;

interface GuardedProps {
  readonly isSignedIn: boolean;
  /** Shown while a redirect is under way. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}
/** Shows its content where it is allowed, and redirects otherwise. */
export function Guarded({ isSignedIn, fallback, children }: GuardedProps) {
  const path = usePathname();
  const to = guardedTo(path, isSignedIn);
  if (to === null) return children;
  return isRedirecting(path) ? fallback : <Navigate to={to} replace />;
}

const at = (sign: '?' | '&', index: number | undefined) => (index === undefined ? '' : `${sign}at=${index}`);

export const paths = {
  login: ROUTES.login,
  register: ROUTES.register,
  forgot: ROUTES.forgot,
  recovery: (hash: string) => `/password-recovery/${hash}`,
  account: ROUTES.account,
  securityLog: (team: number) => `/team/${team}/log`,
  projects: ROUTES.projects,
  /** The projects under a filter whose name has a text; all of them without either. */
  projectsShown(show: string, find: string) {
    const asked = new URLSearchParams({ ...(show !== 'all' && { show }), ...(find !== '' && { find }) });
    return `${ROUTES.projects}${asked.size === 0 ? '' : `?${asked}`}`;
  },
  project: (id: number) => `/project/${id}`,
  estimate: (project: number, version: number) => `/project/${project}/${version}`,
  list: (project: number, version: number, list: number) => `/project/${project}/${version}/list/${list}`,
  /** The list, with the search opened on a text of one of its rows. */
  row: (project: number, version: number, list: number, row: number, text: string) =>
    `/project/${project}/${version}/list/${list}?${new URLSearchParams({ row: String(row), find: text })}`,
  /** `moment` is a named moment: the other version as it was then. */
  compare: (project: number, version: number, other: number, show: string, moment: number | null = null) =>
    `/project/${project}/${version}/compare/${other}?show=${show}${moment === null ? '' : `&moment=${moment}`}`,
  /** The preview of carrying into the version. */
  carry: (project: number, version: number) => `/project/${project}/carry/${version}`,
  /** The work it has carried, row by row. */
  carried: (project: number, version: number) => `/project/${project}/carried/${version}`,
  import: (project: number) => `/import/${project}`,
  act: (act: number) => `/act/${act}`,
  actCertificate: (act: number) => `/act/${act}/certificate`,
  certificate: (id: number) => `/certificate/${id}`,
  /** For a version with acts; without one, the latest. */
  payments: (project: number, version?: number) => `/project/${project}/payments${version === undefined ? '' : `/${version}`}`,
  /** For a version with acts; without one, the latest. `status` filters the extras. */
  extras: (project: number, version?: number, status: string | null = null) =>
    `/project/${project}/extras${version === undefined ? '' : `/${version}`}${status === null ? '' : `?status=${status}`}`,
  /** The contract over all its versions; `kind` filters its rows. For a version with acts; without one, the latest. */
  contract: (project: number, version?: number, kind: string | null = null) =>
    `/project/${project}/contract${version === undefined ? '' : `/${version}`}${kind === null ? '' : `?show=${kind}`}`,
  /** `only` filters the rows. */
  actList: (act: number, list: number, only: string | null = null) => `/act/${act}/list/${list}${only === null ? '' : `?only=${only}`}`,
  /** The sheet of an answer on paper: its lists, or the claimed rows of one list from an index on. */
  paperAnswer: (act: number, list: number | null = null, index?: number) =>
    `/act/${act}/answer${list === null ? '' : `?list=${list}${at('&', index)}`}`,
  components: ROUTES.components,
  publicAct: (hash: string) => `/public/${hash}`,
  publicList: (hash: string, list: number, only: string | null = null) =>
    `/public/${hash}/list/${list}${only === null ? '' : `?only=${only}`}`,
  answer: (hash: string) => `/answer/${hash}`,
  answerList: (hash: string, list: number, only: string | null = null) =>
    `/answer/${hash}/list/${list}${only === null ? '' : `?only=${only}`}`,
  answerSheet: (hash: string, list: number, index?: number) => `/answer/${hash}/list/${list}${at('?', index)}`,
} as const;

/** Messages from the previous screen. */
const ARRIVAL_NOTICES = ['registered', 'confirmed', 'notConfirmed', 'recovered'] as const;
export type ArrivalNotice = (typeof ARRIVAL_NOTICES)[number];
export function useArrivalNotice(): ArrivalNotice | null {
  const state: unknown = useLocation().state;
  return ARRIVAL_NOTICES.find((known) => known === state) ?? null;
}

/** Navigates to a path. `replace` replaces this history entry; `state` is passed to the next screen. */
export function useGo(): (path: string, options?: { readonly replace?: boolean; readonly state?: ArrivalNotice }) => void {
  const navigate = useNavigate();
  return useCallback((path, options) => void navigate(path, options), [navigate]);
}

/** A search parameter of the address, as in /projects?new; null when it is absent. */
export const useSearchParam = (name: string): string | null => new URLSearchParams(useLocation().search).get(name);

/** Whether the person came from another screen, and did not open the page or go back. */
export const useIsForwardNavigation = (): boolean => useNavigationType() !== 'POP';

/** The current path. */
export const usePathname = (): string => useLocation().pathname;

/** An id in the address; null when it is not an id. */
export function useIdParam(name: string): number | null {
  const text = useParams()[name];
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
export const useTextParam = (name: string): string => useParams()[name] ?? '';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string;
}

/** The router's own link would bring the prefetching of its framework, a kilobyte of every first visit. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** A link that marks itself when it leads to the current address, or, unless `exact`, to one below it. */
export function Tab({ exact = true, ...rest }: LinkProps & { readonly exact?: boolean }) {
  const isCurrent = useMatch({ path: useResolvedPath(rest.to).pathname, end: exact }) !== null;
  return <Link {...rest} aria-current={isCurrent ? 'page' : undefined} />;
}

/** "Foundations · Actum" */
export function useTitle(name: string | null): void {
  useEffect(() => {
    document.title = name === null ? 'Actum' : `${name} · Actum`;
  }, [name]);
}
