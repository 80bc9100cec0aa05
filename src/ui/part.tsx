import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { PartUnavailable } from './partUnavailable.ts';

/** A component whose code is loaded when it is first shown. Throws PartUnavailable when the code cannot be loaded. */
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

/** A part that is not needed at first, such as a dialog. Its code is loaded while the browser is idle. The part is mounted once it is first `wanted`. */
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
