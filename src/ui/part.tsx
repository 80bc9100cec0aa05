import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { PartUnavailable } from './partUnavailable.ts';

/** A component whose code is fetched when it is first shown. What could not be fetched is a PartUnavailable. */
export function part<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const ask = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component as ComponentType<object> }),
        (error: unknown) => {
          throw new PartUnavailable(error, () => {
            Part = ask();
          });
        },
      ),
    );
  let Part = ask();
  return (props) => <Part {...props} />;
}

const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work);
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(work, 200);
  return () => clearTimeout(id);
};

interface LateProps {
  readonly wanted: boolean;
  readonly load: () => Promise<unknown>;
  readonly children: ReactNode;
}

function Late({ wanted, load, children }: LateProps) {
  const [everWanted, setEverWanted] = useState(wanted);
  if (wanted && !everWanted) setEverWanted(true);
  useEffect(
    () =>
      whenIdle(() => {
        load().catch(() => undefined);
      }),
    [load],
  );
  return everWanted && <Suspense>{children}</Suspense>;
}

/**
 * A part nobody needs at first, such as a dialog: its code is fetched while the browser has nothing else to do, and it is there from
 * the moment it is first `wanted`.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { readonly wanted: boolean }> {
  const Part = part(load);
  return ({ wanted, ...props }) => (
    <Late wanted={wanted} load={load}>
      <Part {...(props as unknown as Props)} />
    </Late>
  );
}
