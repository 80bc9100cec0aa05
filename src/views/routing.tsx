import { type ComponentProps, type ReactNode, useCallback, useEffect } from 'react';
import {
  BrowserRouter,
  Link,
  Navigate,
  NavLink,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
} from 'react-router-dom';

/** The one door to the router: what screens know of addresses. */
export { BrowserRouter as Router, Link, Navigate as Redirect, Outlet, Route, Routes };

export const paths = {
  login: '/',
  projects: '/projects',
  project: (id: number) => `/project/${id}`,
  estimate: (project: number, version: number) => `/project/${project}/${version}`,
  list: (project: number, version: number, list: number) => `/project/${project}/${version}/list/${list}`,
  import: (project: number) => `/import/${project}`,
  act: (act: number) => `/act/${act}`,
  actList: (act: number, list: number) => `/act/${act}/list/${list}`,
  components: '/components',
  publicAct: (hash: string) => `/public/${hash}`,
  publicList: (hash: string, list: number) => `/public/${hash}/list/${list}`,
} as const;

/** Goes to a path; `replace` leaves no way back to this one. */
export function useGo(): (path: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback((path, options) => void navigate(path, options), [navigate]);
}

/** Whether the address asks for something, as /projects?new does. */
export const useAsks = (name: string): boolean => new URLSearchParams(useLocation().search).has(name);

/** Whether one came here from another screen rather than by opening the page or going back. */
export const useArrived = (): boolean => useNavigationType() !== 'POP';

/** The path one is at. */
export const usePlace = (): string => useLocation().pathname;

/** An id in the address; null when what stands there is none. */
export function useId(name: string): number | null {
  const text = useParams()[name];
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
export const useText = (name: string): string => useParams()[name] ?? '';

/** A link that says when it is where one is. */
export const Tab = ({ exact = true, ...rest }: Omit<ComponentProps<typeof NavLink>, 'className'> & { readonly exact?: boolean }) => (
  <NavLink {...rest} end={exact} />
);

/** "Foundations · Actum" */
export function useTitle(name: string | null): void {
  useEffect(() => {
    document.title = name === null ? 'Actum' : `${name} · Actum`;
  }, [name]);
}

/** Shows its content to those who may be here, and sends the others to `otherwise`. */
export const Guarded = ({ allowed, otherwise, children }: { allowed: boolean; otherwise: string; children?: ReactNode }) =>
  allowed ? (children ?? <Outlet />) : <Navigate to={otherwise} replace />;
