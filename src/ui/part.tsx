import { type ComponentType, lazy, memo, type ReactNode, useEffect, useState } from 'react';
import { Arriving } from './Arriving.tsx';
import { announce, onceForgotten, PartUnavailable, quiet } from './later.ts';

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
type LazyPart<Props extends object> = ComponentType<Props> & { readonly preload: () => Promise<unknown> };

/**
 * A component whose code is loaded when it is first shown. Throws PartUnavailable when the code cannot be loaded. Once it is loaded it is rendered
 * without suspending; React's own lazy components suspend even then.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<object> | undefined;
  let isFirst = true;
  const loading = async () => {
    loaded = (await load()) as ComponentType<object>;
    return { default: loaded };
  };
  const ask = () =>
    lazy(() => {
      const coming = loading().catch((error: unknown) => {
        const unavailable = new PartUnavailable(error, isFirst, () => {
          Part = ask();
        });
        isFirst = false;
        throw unavailable;
      });
      announce(coming);
      return coming;
    });
  let Part = ask();
  return Object.assign(
    (props: Props) => {
      const [Shown] = useState(() => loaded ?? Part);
      return <Shown {...props} />;
    },
    { preload: loading },
  );
}

interface PreloadedProps {
  readonly mounted: boolean;
  readonly load: () => Promise<unknown>;
  readonly children: ReactNode;
}

function Preloaded({ mounted, load, children }: PreloadedProps) {
  const [wasMounted, setWasMounted] = useState(mounted);
  if (mounted && !wasMounted) setWasMounted(true);
  useEffect(() => {
    void quiet()
      .then(load)
      .catch(() => undefined);
  }, [load]);
  return wasMounted && <Arriving>{children}</Arriving>;
}

/**
 * A part that is not needed at first, such as a dialog. Its code is loaded once the screen is there and the browser is idle. It stays mounted once `mounted` was true,
 * and renders again only when its properties change.
 */
export function preloadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props & { readonly mounted: boolean }> {
  const Part = lazyPart(load);
  const { preload } = Part;
  const part: ComponentType<Props & { readonly mounted: boolean }> = memo(({ mounted, ...props }) => (
    <Preloaded mounted={mounted} load={preload}>
      <Part {...(props as unknown as Props)} />
    </Preloaded>
  ));
  return Object.assign(part, { preload });
}

interface LaterProps {
  readonly load: () => Promise<unknown>;
  readonly meanwhile: ReactNode;
  readonly children: ReactNode;
}

function Later({ load, meanwhile, children }: LaterProps) {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    let leave = () => {};
    const request = async (isFirst = true) => {
      await quiet();
      if (isGone) return;
      const coming = load();
      announce(coming);
      try {
        await coming;
        setLoaded(true);
      } catch {
        if (isGone) return;
        if (isFirst) void request(false);
        else leave = onceForgotten(() => void request());
      }
    };
    void request();
    return () => {
      isGone = true;
      leave();
    };
  }, [load]);
  return isLoaded ? <Arriving fallback={meanwhile}>{children}</Arriving> : meanwhile;
}

/**
 * A part that comes after the rest of its screen; `Meanwhile` is shown until then. If its code cannot be loaded, the screen stays, and the code is requested
 * again: once immediately, and with that of others.
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = () => null,
): ComponentType<Props> {
  const Part = lazyPart(load);
  return memo((props: Props) => (
    <Later load={Part.preload} meanwhile={<Meanwhile />}>
      <Part {...props} />
    </Later>
  ));
}
